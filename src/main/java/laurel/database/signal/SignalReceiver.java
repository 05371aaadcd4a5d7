package laurel.database.signal;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import laurel.database.connection.Login;
import laurel.database.connection.Outage;
import laurel.database.signal.Signal.Topic;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives notifications of other nodes between start and stop, on a separate connection. Reconnects when the connection fails,
 * and emits {@code ANYTHING} after each connect, because earlier notifications are lost.
 */
final class SignalReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(SignalReceiver.class);

    /** {@code application_name} of connections that listen. */
    static final String NAME = "laurel-signals";

    private static final String LISTEN = "SET application_name = '" + NAME + "'; LISTEN " + SignalSender.CHANNEL;
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    /** Tests the connection after this time without notifications. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

    private final Login login;
    private final String node;
    private final Consumer<Signal> listener;
    private @Nullable Reception reception;

    /**
     * @param node  name of this node; its own messages are ignored
     * @param listener is called with every signal; must not throw
     */
    SignalReceiver(Login login, String node, Consumer<Signal> listener) {
        this.login = login;
        this.node = node;
        this.listener = listener;
    }

    /** Does nothing if already started. */
    synchronized void start() {
        if (reception == null) {
            reception = new Reception();
            Thread.ofPlatform().daemon().name("signal-receiver").start(reception);
        }
    }

    /** Does nothing if already stopped. */
    synchronized void stop() {
        if (reception != null) {
            reception.stop();
            reception = null;
        }
    }

    /** The thread between a start and the next stop. */
    private final class Reception implements Runnable {
        private final CountDownLatch stopped = new CountDownLatch(1);
        private volatile @Nullable Connection open;
        private Duration pause = SHORTEST_PAUSE;

        @Override
        public void run() {
            while (stopped.getCount() > 0) {
                try (Connection connection = login.unpooled().getConnection()) {
                    open = connection;
                    listen(connection);
                } catch (SQLException e) {
                    pause(e);
                }
            }
        }

        private void listen(Connection connection) throws SQLException {
            try (var statement = connection.createStatement()) {
                statement.execute(LISTEN);
            }
            pause = SHORTEST_PAUSE;
            listener.accept(new Signal(Topic.ANYTHING, 0));
            PGConnection postgres = connection.unwrap(PGConnection.class);
            while (stopped.getCount() > 0) {
                PGNotification @Nullable [] notifications = postgres.getNotifications((int) SILENCE.toMillis());
                if (notifications == null || notifications.length == 0) {
                    check(connection);
                } else {
                    emit(notifications);
                }
            }
        }

        /** Without a test, a network that drops packets looks like silence. */
        private void check(Connection connection) throws SQLException {
            if (!connection.isValid((int) ANSWER_TIMEOUT.toSeconds())) {
                throw new SQLException("no response on an idle connection", "08006");
            }
        }

        private void emit(PGNotification[] notifications) {
            for (PGNotification notification : notifications) {
                SignalMessage message = SignalMessage.of(notification.getParameter());
                if (!message.node().equals(node)) {
                    message.signals().forEach(listener);
                }
            }
        }

        private void pause(SQLException failure) {
            if (stopped.getCount() == 0) {
                return;
            }
            if (Outage.isUnusable(failure)) {
                LOG.debug("Cannot receive signals from other nodes; retrying in {}", pause, failure);
            } else {
                LOG.warn("Cannot receive signals from other nodes; retrying in {}: {}", pause, failure.getMessage());
            }
            try {
                stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                stopped.countDown();
            }
            Duration longer = pause.multipliedBy(2);
            pause = longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
        }

        /** Aborts the connection, because closing would wait for the next notification. */
        private void stop() {
            stopped.countDown();
            Connection connection = open;
            if (connection != null) {
                try {
                    connection.abort(Runnable::run);
                } catch (SQLException e) {
                    LOG.debug("The connection for signals was already closed", e);
                }
            }
        }
    }
}
