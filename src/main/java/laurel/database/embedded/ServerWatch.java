package laurel.database.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the server again when it dies, for example when the system is out of memory. */
final class ServerWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerWatch.class);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Postmaster postmaster;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ReentrantLock turn = new ReentrantLock();

    private ServerWatch(Postmaster postmaster) {
        this.postmaster = postmaster;
    }

    /** Keeps the server running until {@link #close}. */
    static ServerWatch start(Postmaster postmaster) {
        var watch = new ServerWatch(postmaster);
        Thread.ofVirtual().name("postgres-watch").start(watch::keepAlive);
        return watch;
    }

    private void keepAlive() {
        while (!closing()) {
            postmaster.awaitEnd();
            turn.lock();
            try {
                if (!closing()) {
                    startAgain();
                }
            } finally {
                turn.unlock();
            }
        }
    }

    /** Fails while processes of the old server still use the cluster. */
    private void startAgain() {
        LOG.error("The embedded PostgreSQL stopped unexpectedly; restarting it");
        try {
            postmaster.restart();
            LOG.info("The embedded PostgreSQL is running again");
        } catch (IOException | ServerPrograms.Failure e) {
            LOG.warn(
                    "The embedded PostgreSQL does not start yet: {}",
                    String.valueOf(e.getMessage()).strip());
            pause();
        }
    }

    private boolean closing() {
        return closing.getCount() == 0;
    }

    private void pause() {
        try {
            closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("this thread is never interrupted", e);
        }
    }

    /** Stops the server, immediately if it does not stop otherwise. */
    @Override
    public void close() {
        closing.countDown();
        turn.lock();
        try {
            if (postmaster.isRunning()) {
                stop();
            }
        } catch (IOException | ServerPrograms.Failure e) {
            LOG.warn(
                    "The embedded PostgreSQL did not stop: {}",
                    String.valueOf(e.getMessage()).strip());
        } finally {
            turn.unlock();
        }
    }

    private void stop() throws IOException, ServerPrograms.Failure {
        try {
            postmaster.stop();
        } catch (ServerPrograms.Failure e) {
            postmaster.stopAtOnce();
        }
    }
}
