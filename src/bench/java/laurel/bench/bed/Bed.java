package laurel.bench.bed;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import laurel.bench.measure.Progress;
import laurel.bench.measure.Rounds;
import org.jspecify.annotations.Nullable;

/**
 * The environment of a run: the service, its database with the loaded leaderboards, and the options. Closing it
 * deletes everything.
 */
public final class Bed implements AutoCloseable {
    /** Connections besides those of the writers. */
    private static final int CONNECTIONS_TO_SPARE = 30;

    private static final int LONGER = 3;

    private final Options options;
    private final Progress progress;
    private final Path directory;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final List<Board> boards = new ArrayList<>();
    private @Nullable Running running;
    private boolean closed;

    private record Running(Service service, Postgres postgres) {}

    private Bed(Options options, Progress progress, Path directory) {
        this.options = options;
        this.progress = progress;
        this.directory = directory;
    }

    /** Starts an empty environment. A shutdown hook closes it, too. */
    public static Bed make(Options options, Progress progress) throws IOException, InterruptedException {
        Files.createDirectories(options.output());
        Path directory = Files.createTempDirectory(options.output().toRealPath(), "run-");
        Bed bed = new Bed(options, progress, directory);
        Runtime.getRuntime().addShutdownHook(new Thread(bed::close));
        try {
            bed.restart();
            return bed;
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            bed.close();
            throw e;
        }
    }

    private static Path data(Path directory) {
        return directory.resolve("data");
    }

    /** Creates and fills a leaderboard of each size. */
    public void load() throws IOException, InterruptedException, SQLException {
        BoardLoad load = new BoardLoad(this);
        for (int size : options.sizes()) {
            boards.add(load.create("size-" + size, size));
        }
        load.participants(boards.getFirst().app(), largest().size());
        for (Board board : boards) {
            load.fill(board);
        }
    }

    /** Restarts the service on the same data. */
    public synchronized void restart() throws IOException, InterruptedException {
        restart(options);
    }

    /** Restarts the service with other options of its process. */
    public synchronized void restart(Options other) throws IOException, InterruptedException {
        if (closed) {
            throw new IllegalStateException("the run has ended");
        }
        if (running != null) {
            running.service.close();
            running = null;
        }
        int writers = options.writers().stream().mapToInt(Integer::intValue).sum();
        Service service = Service.start(other, data(directory), writers + CONNECTIONS_TO_SPARE);
        running = new Running(service, Postgres.in(data(directory)));
    }

    public Options options() {
        return options;
    }

    public Progress progress() {
        return progress;
    }

    /** Makes the rounds of contestants, as the options set them. */
    public Rounds rounds() {
        return new Rounds(options.rounds(), options.measure(), progress);
    }

    /** Makes longer rounds for contestants that wait for the disk, whose time varies more. */
    public Rounds writeRounds() {
        return new Rounds(options.rounds(), options.measure().multipliedBy(LONGER), progress);
    }

    public Service service() {
        return running().service;
    }

    /** The address of the service. */
    public InetSocketAddress http() {
        return new InetSocketAddress(
                service().address().getHost(), service().address().getPort());
    }

    public Postgres postgres() {
        return running().postgres;
    }

    public GraphQL graphql() {
        return new GraphQL(service().address());
    }

    /** The leaderboards, smallest first. */
    public List<Board> boards() {
        return boards;
    }

    public Board smallest() {
        return boards.getFirst();
    }

    public Board largest() {
        return boards.getLast();
    }

    /** A directory for the data of an alternative on the same disk. */
    public Path directory(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    /** Closes this resource before the service, unless it has been closed. */
    public synchronized <T extends AutoCloseable> T closing(T other) {
        opened.push(other);
        return other;
    }

    /** Stops all processes and deletes the data. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            for (AutoCloseable other : opened) {
                other.close();
            }
            if (running != null) {
                running.service.close();
            }
            delete(directory);
        } catch (Exception e) {
            progress.print("Some files were not deleted, see " + directory + ": " + e);
        }
    }

    private Running running() {
        return Objects.requireNonNull(running, "the service is not running");
    }

    private static void delete(Path tree) throws IOException {
        try (var found = Files.walk(tree)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
