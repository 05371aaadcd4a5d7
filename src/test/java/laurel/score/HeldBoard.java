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

/** The lock of a board, held by somebody else: the test says which requests meet while they wait for it. */
public final class HeldBoard implements AutoCloseable {
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

    public HeldBoard(LaurelServer server, String board) {
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

    /** Sends what finds the lane idle; its transaction waits for the lock. */
    public Future<Answer> first(ScoreClient client, Map<String, Object> input) {
        return waits(() -> client.send(input));
    }

    /** Makes a request; returns once it waits for the lock, behind those that waited before. */
    public <T> Future<T> waits(Callable<T> request) {
        int before = waiting().size();
        Future<T> sent = threads.submit(request);
        Until.holds(() -> hasNotEnded(sent) && waiting().size() == before + 1);
        return sent;
    }

    /** Sends what waits for that, one after the other. */
    public List<Future<Answer>> meanwhile(ScoreClient client, List<Map<String, Object>> inputs) {
        List<Future<Answer>> all = new ArrayList<>();
        inputs.forEach(input -> all.add(meanwhile(1, () -> client.send(input))));
        return all;
    }

    /** Sends a request of so many submissions, which wait. */
    public <T> Future<T> meanwhile(int size, Callable<T> request) {
        int waiting = scores.waiting();
        Future<T> sent = threads.submit(request);
        Until.holds(() -> hasNotEnded(sent) && scores.waiting() == waiting + size);
        return sent;
    }

    /** Fails at once when the lock did not hold a request up. */
    private static boolean hasNotEnded(Future<?> sent) {
        assertThat(sent.isDone()).as("answered while the board is held").isFalse();
        return true;
    }

    /** Lets the first have the lock, and takes it again before those who wait can; returns once these wait for the lock. */
    public void letOne() throws Exception {
        Future<OpenTransaction> next = threads.submit(this::lock);
        Until.holds(() -> waiting().size() == 2);
        OpenTransaction before = holder;
        before.commit();
        holder = next.get();
        before.close();
        Until.holds(() -> waiting().size() == 1);
    }

    public void letGo() {
        holder.commit();
    }

    /** The database's processes that wait for the lock. */
    public List<Integer> waiting() {
        return database.sql().of(WAITING).list(Integer.class);
    }

    public void killWaiting() {
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
