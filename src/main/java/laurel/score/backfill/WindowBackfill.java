package laurel.score.backfill;

import io.micronaut.context.annotation.Value;
import io.micronaut.core.annotation.Introspected;
import io.micronaut.serde.annotation.Serdeable;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import laurel.database.sql.NoTimeout;
import laurel.database.sql.Sql;
import laurel.job.Job;
import laurel.job.JobKind;
import laurel.job.JobWork;
import laurel.job.Jobs;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.backfill.BackfillPlan.PlannedWindow;
import laurel.score.submission.TargetWindows;
import laurel.score.submission.TargetWindows.Target;
import laurel.window.WindowKey;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/**
 * Backfills windows from the ledger, as though the board had had their definition from its first day. The first part
 * finds which windows anything falls in; each further part opens some of them, lets what falls in them count there, and
 * derives their entries from all that counts, under the lock of the board. So a window is either as before or complete.
 */
@Singleton
public class WindowBackfill implements JobWork<WindowBackfill.Parameters, BackfillPlan, BackfillWindowsResult> {
    private final Sql sql;
    private final Leaderboards leaderboards;
    private final Windows windows;
    private final BackfillRepository repository;
    private final Backfiller filling;
    private final Jobs jobs;
    private final int most;

    WindowBackfill(
            Sql sql,
            Leaderboards leaderboards,
            Windows windows,
            BackfillRepository repository,
            Backfiller filling,
            Jobs jobs,
            @Value("${laurel.limits.backfill-windows:10000}") int most) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.repository = repository;
        this.filling = filling;
        this.jobs = jobs;
        this.most = most;
    }

    /**
     * Which windows of which board are to be backfilled.
     *
     * @param windowDefinitionKey null for the board's first definition
     * @param startTime           only windows that start then or later; null is all
     * @param endTime             only windows that start before; null is all
     * @param expectedVersion     of the board; null is any
     * @param dryRun              whether nothing is to be stored
     */
    @Introspected
    public record BackfillWindows(
            String leaderboardKey,
            @Nullable String windowDefinitionKey,
            @Nullable Instant startTime,
            @Nullable Instant endTime,
            @Nullable Integer expectedVersion,
            @Nullable Boolean dryRun) {}

    /** The same of a job, whose board keeps its id. */
    @Serdeable
    public record Parameters(
            int leaderboardId,
            String definition,
            @Nullable Instant startTime,
            @Nullable Instant endTime,
            boolean dryRun) {}

    @Override
    public JobKind kind() {
        return JobKind.BACKFILL_WINDOWS;
    }

    @Override
    public Types<Parameters, BackfillPlan, BackfillWindowsResult> types() {
        return new Types<>(Parameters.class, BackfillPlan.class, BackfillWindowsResult.class);
    }

    /**
     * Stores the job. Refuses LEADERBOARD_NOT_FOUND, VERSION_CONFLICT, WINDOW_DEFINITION_NOT_FOUND, LIMIT_REACHED; the
     * job fails with TOO_MANY_WINDOWS, LEDGER_INCOMPLETE or SCORE_OUT_OF_RANGE.
     */
    public Job start(int app, BackfillWindows asked, Instant now) {
        String key = asked.leaderboardKey();
        Leaderboard board = leaderboards
                .byKey(app, key)
                .orElseThrow(() -> unknown("No leaderboard has the key `" + key + "`.", "leaderboardKey"));
        Leaderboards.checkVersion(board, asked.expectedVersion());
        WindowDefinition definition = asked.windowDefinitionKey() == null
                ? board.windowDefinitions().getFirst()
                : definition(board, asked.windowDefinitionKey());
        return jobs.add(
                app,
                kind(),
                new Parameters(
                        board.id(),
                        definition.key(),
                        asked.startTime(),
                        asked.endTime(),
                        Boolean.TRUE.equals(asked.dryRun())),
                now);
    }

    @Override
    public Step<BackfillPlan, BackfillWindowsResult> part(
            Part<Parameters, BackfillPlan, BackfillWindowsResult> part, Instant now) {
        BackfillPlan plan = part.from();
        BackfillWindowsResult before = part.result();
        return plan == null || before == null
                ? plan(part.app(), part.parameters(), now)
                : fill(part.app(), part.parameters(), plan, before, now);
    }

    /**
     * Finds the windows, and makes what others would wait for until a part is done, or what needs more locks than one
     * transaction should hold: partitions, and windows that others may be about to open. Those that take nothing more are
     * left: opened and still empty they would be final at once. So are seasons, which somebody starts.
     */
    private Step<BackfillPlan, BackfillWindowsResult> plan(int app, Parameters asked, Instant now) {
        Leaderboard board =
                leaderboards.byIds(app, List.of(asked.leaderboardId())).get(asked.leaderboardId());
        BackfilledWindows choice = choice(board, asked);
        List<WindowKey> between = repository
                .moments(asked.leaderboardId(), asked.startTime())
                .map(choice::between)
                .orElse(List.of());
        List<WindowKey> keys = hit(choice, between, now);
        windows.openSlices(keys, now);
        if (!asked.dryRun() && choice.definition().kind() != WindowKind.SEASON) {
            Instant time = choice.board().time(now);
            windows.open(keys.stream().filter(key -> key.takes(time)).collect(Collectors.toSet()), now);
        }
        BackfillPlan plan = BackfillPlan.of(keys);
        return new Step<>(plan.left().isEmpty() ? null : plan, BackfillWindowsResult.none(asked.dryRun()), 0.0);
    }

    private Step<BackfillPlan, BackfillWindowsResult> fill(
            int app, Parameters asked, BackfillPlan plan, BackfillWindowsResult before, Instant now) {
        BackfillWindowsResult filled = asked.dryRun()
                ? sql.inTransaction(() -> {
                    NoTimeout.make(sql);
                    BackfillWindowsResult would = fill(app, asked, plan.part(), now);
                    sql.rollback();
                    return would;
                })
                : fill(app, asked, plan.part(), now);
        BackfillPlan rest = plan.rest();
        double left = rest == null ? 0 : rest.left().size();
        return new Step<>(rest, before.plus(filled), 1 - left / plan.total());
    }

    /** Fills those of these windows that are still there, are kept and have something fall in them. */
    private BackfillWindowsResult fill(int app, Parameters asked, List<PlannedWindow> planned, Instant now) {
        Leaderboard board =
                leaderboards.lock(app, Set.of(asked.leaderboardId())).get(asked.leaderboardId());
        BackfilledWindows choice = choice(board, asked);
        List<WindowKey> keys = planned.stream()
                .flatMap(one -> one.key(choice.board(), choice.definition()).stream())
                .sorted(Comparator.comparing((WindowKey key) -> key.timeZone().getId())
                        .thenComparing(
                                key -> key.bounds().startsAt(),
                                Comparator.nullsFirst(Comparator.<Instant>naturalOrder())))
                .toList();
        return filling.fill(choice.board(), choice.definition(), hit(choice, keys, now), asked.dryRun(), now);
    }

    /** Those of these windows that something falls in and that are kept, of each zone in order of start. */
    private List<WindowKey> hit(BackfilledWindows choice, List<WindowKey> keys, Instant now) {
        Leaderboard board = choice.board();
        List<Target> targets = IntStream.range(0, keys.size())
                .mapToObj(n -> Target.of(n, keys.get(n)))
                .toList();
        List<WindowKey> hit = keys.isEmpty()
                ? List.of()
                : repository.hits(new TargetWindows(board, choice.definition().followsTimeZone(), targets)).stream()
                        .sorted()
                        .map(n -> keys.get(n.intValue()))
                        .toList();
        return choice.kept(
                hit, repository.started(board.id(), choice.definition().key()), board.time(now));
    }

    private BackfilledWindows choice(@Nullable Leaderboard board, Parameters asked) {
        if (board == null) {
            throw unknown("The leaderboard was deleted.");
        }
        return new BackfilledWindows(
                board, definition(board, asked.definition()), asked.startTime(), asked.endTime(), most);
    }

    private static WindowDefinition definition(Leaderboard board, String key) {
        return board.windowDefinitions().stream()
                .filter(one -> one.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        ErrorCode.WINDOW_DEFINITION_NOT_FOUND,
                        "The leaderboard has no window definition with the key `" + key + "`.",
                        "windowDefinitionKey"));
    }

    private static RefusedException unknown(String message, String... path) {
        return new RefusedException(ErrorCode.LEADERBOARD_NOT_FOUND, message, path);
    }
}
