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
 * Hears what other nodes tell by NOTIFY, between start and stop, on a connection of its own. Where that breaks it
 * connects again, and gives {@code ANYTHING} each time that it has: nobody kept for it what was told meanwhile.
 */
final class SignalReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(SignalReceiver.class);

    /** A connection by this name is one that listens. */
    static final String NAME = "laurel-signals";

    private static final String LISTEN = "SET application_name = '" + NAME + "'; LISTEN " + SignalSender.CHANNEL;
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    /** After so long a silence it is asked whether anybody is there. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final Login login;
    private final String node;
    private final Consumer<Signal> given;
    private @Nullable Reception reception;

    /**
     * @param node  what this node tells by this name is not given
     * @param given takes every signal, and does not throw
     */
    SignalReceiver(Login login, String node, Consumer<Signal> given) {
        this.login = login;
        this.node = node;
        this.given = given;
    }

    /** Does nothing where it is started. */
    synchronized void start() {
        if (reception == null) {
            reception = new Reception();
            Thread.ofPlatform().daemon().name("signal-receiver").start(reception);
        }
    }

    /** Does nothing where it is stopped. */
    synchronized void stop() {
        if (reception != null) {
            reception.end();
            reception = null;
        }
    }

    /** From a start to the next stop. */
    private final class Reception implements Runnable {
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile @Nullable Connection open;
        private Duration pause = SHORTEST_PAUSE;

        @Override
        public void run() {
            while (ended.getCount() > 0) {
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
            given.accept(new Signal(Topic.ANYTHING, 0));
            PGConnection told = connection.unwrap(PGConnection.class);
            while (ended.getCount() > 0) {
                PGNotification @Nullable [] heard = told.getNotifications((int) SILENCE.toMillis());
                if (heard == null || heard.length == 0) {
                    check(connection);
                } else {
                    give(heard);
                }
            }
        }

        /** A network that swallows packets looks like silence. */
        private void check(Connection connection) throws SQLException {
            if (!connection.isValid((int) ANSWER.toSeconds())) {
                throw new SQLException("no answer after a silence", "08006");
            }
        }

        private void give(PGNotification[] heard) {
            for (PGNotification one : heard) {
                SignalMessage message = SignalMessage.of(one.getParameter());
                if (!message.node().equals(node)) {
                    message.signals().forEach(given);
                }
            }
        }

        private void pause(SQLException failure) {
            if (ended.getCount() == 0) {
                return;
            }
            if (Outage.isUnusable(failure)) {
                LOG.debug("Cannot hear other nodes, and tries again in {}", pause, failure);
            } else {
                LOG.warn("Cannot hear other nodes, and tries again in {}: {}", pause, failure.getMessage());
            }
            try {
                ended.await(pause.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                ended.countDown();
            }
            Duration longer = pause.multipliedBy(2);
            pause = longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
        }

        /** Also while it waits to hear something, which closing would wait for. */
        private void end() {
            ended.countDown();
            Connection connection = open;
            if (connection != null) {
                try {
                    connection.abort(Runnable::run);
                } catch (SQLException e) {
                    LOG.debug("The connection for signals was closed before", e);
                }
            }
        }
    }
}
