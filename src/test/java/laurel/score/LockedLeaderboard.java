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
import laurel.database.OpenTransaction;
import laurel.database.TestDatabase;
import laurel.database.Until;
import laurel.score.submission.Scores;

/** Holds the lock of a leaderboard, so that a test decides which requests wait for it at the same time. */
public final class LockedLeaderboard implements AutoCloseable {
    private static final String LOCK =
            "SELECT count(pg_advisory_xact_lock(hashtext('leaderboard'), id)) FROM leaderboard WHERE key = ?";
    private static final String WAITING = """
            SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'
            """;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final TestDatabase database;
    private final Scores scores;
    private final String board;
    private OpenTransaction holder;

    public LockedLeaderboard(LaurelServer server, String board) {
        this.database = server.database();
        this.scores = server.bean(Scores.class);
        this.board = board;
        this.holder = lock();
    }

    private OpenTransaction lock() {
        OpenTransaction locked = database.transaction();
        locked.execute(LOCK, board);
        return locked;
    }

    /** Sends a submission whose transaction waits for the lock; later submissions wait for the next batch. */
    public Future<Answer> sendFirst(ScoreClient client, Map<String, Object> input) {
        return sendAndAwaitLock(() -> client.send(input));
    }

    /** Starts a request, and returns once it waits for the lock, behind earlier requests. */
    public <T> Future<T> sendAndAwaitLock(Callable<T> request) {
        int before = waiting().size();
        Future<T> sent = threads.submit(request);
        Until.holds(() -> hasNotEnded(sent) && waiting().size() == before + 1);
        return sent;
    }

    /** Sends submissions one after the other; they wait for the next batch. */
    public List<Future<Answer>> enqueue(ScoreClient client, List<Map<String, Object>> inputs) {
        List<Future<Answer>> all = new ArrayList<>();
        inputs.forEach(input -> all.add(enqueue(1, () -> client.send(input))));
        return all;
    }

    /** Starts a request with {@code size} submissions, and returns once they wait for the next batch. */
    public <T> Future<T> enqueue(int size, Callable<T> request) {
        int waiting = scores.waiting();
        Future<T> sent = threads.submit(request);
        Until.holds(() -> hasNotEnded(sent) && scores.waiting() == waiting + size);
        return sent;
    }

    /** Fails if the request ended although the leaderboard is locked. */
    private static boolean hasNotEnded(Future<?> sent) {
        assertThat(sent.isDone())
                .as("request ended while the leaderboard is locked")
                .isFalse();
        return true;
    }

    /** Lets the first request have the lock, and takes it again before the next batch; returns once that batch waits for it. */
    public void releaseOnce() throws Exception {
        Future<OpenTransaction> next = threads.submit(this::lock);
        Until.holds(() -> waiting().size() == 2);
        OpenTransaction before = holder;
        before.commit();
        holder = next.get();
        before.close();
        Until.holds(() -> waiting().size() == 1);
    }

    public void release() {
        holder.commit();
    }

    /** IDs of the database processes that wait for the lock. */
    public List<Integer> waiting() {
        return database.sql().of(WAITING).list(Integer.class);
    }

    public void terminateWaiting() {
        waiting().forEach(pid -> database.sql()
                .of("SELECT pg_terminate_backend(:pid)")
                .bind("pid", pid)
                .list(Boolean.class));
    }

    @Override
    public void close() {
        holder.close();
        threads.close();
    }
}
