package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.database.Until;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** The lock of a board, held by somebody else: the test says which requests meet while they wait for it. */
final class HeldBoard implements AutoCloseable {
    private static final String LOCK =
            "SELECT count(pg_advisory_xact_lock(hashtext('leaderboard'), id)) FROM leaderboard WHERE key = :board";
    private static final String WAITING = """
            SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'
            """;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Jdbi jdbi;
    private final SubmissionLanes lanes;
    private final String board;
    private Handle holder;

    HeldBoard(LaurelServer server, String board) {
        this.jdbi = server.database().jdbi();
        this.lanes = server.bean(SubmissionLanes.class);
        this.board = board;
        this.holder = lock();
    }

    private Handle lock() {
        Handle handle = jdbi.open();
        handle.begin();
        handle.createQuery(LOCK).bind("board", board).mapTo(Long.class).one();
        return handle;
    }

    /** Sends what finds the lane idle; its transaction waits for the lock. */
    Future<Answer> first(ScoreClient client, Map<String, Object> input) {
        return waits(() -> client.send(input));
    }

    /** Makes a request; returns once it waits for the lock, behind those that waited before. */
    <T> Future<T> waits(Callable<T> request) {
        int before = waiting().size();
        Future<T> sent = threads.submit(request);
        Until.holds(() -> hasNotEnded(sent) && waiting().size() == before + 1);
        return sent;
    }

    /** Sends what waits for that, one after the other. */
    List<Future<Answer>> meanwhile(ScoreClient client, List<Map<String, Object>> inputs) {
        List<Future<Answer>> all = new ArrayList<>();
        inputs.forEach(input -> all.add(meanwhile(1, () -> client.send(input))));
        return all;
    }

    /** Sends a request of so many submissions, which wait. */
    <T> Future<T> meanwhile(int size, Callable<T> request) {
        int waiting = lanes.waiting();
        Future<T> sent = threads.submit(request);
        Until.holds(() -> hasNotEnded(sent) && lanes.waiting() == waiting + size);
        return sent;
    }

    /** Fails at once when the lock did not hold a request up. */
    private static boolean hasNotEnded(Future<?> sent) {
        assertThat(sent.isDone()).as("answered while the board is held").isFalse();
        return true;
    }

    /** Lets the first have the lock, and takes it again before those who wait can; returns once these wait for the lock. */
    void letOne() throws Exception {
        Future<Handle> next = threads.submit(this::lock);
        Until.holds(() -> waiting().size() == 2);
        Handle before = holder;
        before.commit();
        holder = next.get();
        before.close();
        Until.holds(() -> waiting().size() == 1);
    }

    void letGo() {
        holder.commit();
    }

    /** The database's processes that wait for the lock. */
    List<Integer> waiting() {
        return jdbi.withHandle(
                handle -> handle.createQuery(WAITING).mapTo(Integer.class).list());
    }

    void killWaiting() {
        jdbi.useHandle(handle -> waiting().forEach(pid -> handle.execute("SELECT pg_terminate_backend(?)", pid)));
    }

    @Override
    public void close() {
        if (holder.isInTransaction()) {
            holder.rollback();
        }
        holder.close();
        threads.close();
    }
}
