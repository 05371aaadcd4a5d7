package laurel.database.embedded;

import java.io.IOException;
import java.nio.file.Path;
import laurel.CannotStartException;
import laurel.database.connection.Login;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedded PostgreSQL server, which runs in the data directory as long as the service.
 *
 * <p>Committed data survives the death of the service, the server and the machine. The server listens only on 127.0.0.1, on a
 * new port after each start, and requires a password.
 */
public final class EmbeddedServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedServer.class);

    private final DirectoryLock lock;
    private final ServerWatch watch;
    private final Login login;

    private EmbeddedServer(DirectoryLock lock, ServerWatch watch, Login login) {
        this.lock = lock;
        this.watch = watch;
        this.login = login;
    }

    /**
     * Starts the server, after the cleanup of an earlier one.
     *
     * @param connections largest number of connections
     * @throws CannotStartException if the directory is in use or cannot be used
     */
    public static EmbeddedServer start(Path directory, int connections) {
        try {
            ServerFiles files = ServerFiles.in(directory);
            DirectoryLock lock = DirectoryLock.take(files);
            try {
                return start(files, lock, connections);
            } catch (IOException | RuntimeException | Error e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new CannotStartException("cannot use the data directory %s: %s".formatted(directory, e), e);
        }
    }

    private static EmbeddedServer start(ServerFiles files, DirectoryLock lock, int connections) throws IOException {
        LOG.info("Starting the embedded PostgreSQL in {}", files.directory());
        ServerPrograms programs = ProgramArchive.unpackInto(files.programs());
        var postmaster = new Postmaster(files, programs, connections);
        try {
            Leftovers.clear(files.cluster(), postmaster);
            Cluster.create(files, programs);
            postmaster.start();
        } catch (ServerPrograms.Failure e) {
            throw new CannotStartException(
                    "the embedded PostgreSQL did not start: " + StartFailure.reason(files.log(), e), e);
        }
        var watch = ServerWatch.start(postmaster);
        try {
            return new EmbeddedServer(lock, watch, LaurelRole.login(files, postmaster.port()));
        } catch (IOException | RuntimeException | Error e) {
            watch.close();
            throw e;
        }
    }

    /** Login of the role {@code laurel} in its database. */
    public Login login() {
        return login;
    }

    @Override
    public void close() {
        watch.close();
        lock.close();
    }
}
