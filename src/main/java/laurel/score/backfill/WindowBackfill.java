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
import laurel.score.backfill.BackfillPlan.PlannedWindow;
import laurel.score.backfill.BackfillTargets.BackfillTarget;
import laurel.window.WindowKey;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/**
 * Backfills windows from the ledger, as if the leaderboard had always had their definition. The first part of the job finds
 * the windows with submissions. Each further part opens some of them, adds their submissions and derives their entries,
 * under the lock of the leaderboard. So a window is either unchanged or complete.
 */
@Singleton
public class WindowBackfill implements JobWork<WindowBackfill.Parameters, BackfillPlan, BackfillWindowsResult> {
    private final Sql sql;
    private final Leaderboards leaderboards;
    private final Windows windows;
    private final BackfillRepository repository;
    private final Backfiller backfiller;
    private final Jobs jobs;
    private final int maxWindows;

    WindowBackfill(
            Sql sql,
            Leaderboards leaderboards,
            Windows windows,
            BackfillRepository repository,
            Backfiller backfiller,
            Jobs jobs,
            @Value("${laurel.limits.backfill-windows:10000}") int maxWindows) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.repository = repository;
        this.backfiller = backfiller;
        this.jobs = jobs;
        this.maxWindows = maxWindows;
    }

    /**
     * A request to backfill windows.
     *
     * @param windowDefinitionKey null for the leaderboard's first definition
     * @param startTime           only windows that start then or later; null for all
     * @param endTime             only windows that start before; null for all
     * @param expectedVersion     of the leaderboard; null for any
     * @param dryRun              whether to return the changes without storing them
     */
    @Introspected
    public record BackfillWindows(
            String leaderboardKey,
            @Nullable String windowDefinitionKey,
            @Nullable Instant startTime,
            @Nullable Instant endTime,
            @Nullable Integer expectedVersion,
            @Nullable Boolean dryRun) {}

    /** The parameters of the job. */
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
     * Starts the job. Refuses LEADERBOARD_NOT_FOUND, VERSION_CONFLICT, WINDOW_DEFINITION_NOT_FOUND, LIMIT_REACHED; the
     * job fails with TOO_MANY_WINDOWS, LEDGER_INCOMPLETE or SCORE_OUT_OF_RANGE.
     */
    public Job start(int app, BackfillWindows requested, Instant now) {
        String key = requested.leaderboardKey();
        Leaderboard board = leaderboards.byKey(app, key).orElseThrow(() -> Leaderboards.unknown(key, "leaderboardKey"));
        Leaderboards.checkVersion(board, requested.expectedVersion());
        WindowDefinition definition = definition(board, requested.windowDefinitionKey());
        return jobs.add(
                app,
                kind(),
                new Parameters(
                        board.id(),
                        definition.key(),
                        requested.startTime(),
                        requested.endTime(),
                        Boolean.TRUE.equals(requested.dryRun())),
                now);
    }

    @Override
    public Step<BackfillPlan, BackfillWindowsResult> part(
            Part<Parameters, BackfillPlan, BackfillWindowsResult> part, Instant now) {
        BackfillPlan plan = part.from();
        BackfillWindowsResult before = part.result();
        return plan == null || before == null
                ? plan(part.app(), part.parameters(), now)
                : backfill(part.app(), part.parameters(), plan, before, now);
    }

    /**
     * Finds the windows, and creates in advance what would block other transactions until a part commits, or what needs
     * more locks than one transaction should hold: partitions, and windows that other transactions may open now. Closed
     * windows are not opened here: while empty they would become final at once. Seasons are opened when they start.
     */
    private Step<BackfillPlan, BackfillWindowsResult> plan(int app, Parameters requested, Instant now) {
        Leaderboard board =
                leaderboards.byIds(app, List.of(requested.leaderboardId())).get(requested.leaderboardId());
        BackfilledWindows selection = selection(board, requested);
        List<WindowKey> candidates = repository
                .achievedRange(requested.leaderboardId(), requested.startTime())
                .map(selection::in)
                .orElse(List.of());
        List<WindowKey> keys = withSubmissions(selection, candidates, now);
        windows.openSlices(keys, now);
        if (!requested.dryRun() && selection.definition().kind() != WindowKind.SEASON) {
            Instant time = selection.board().time(now);
            windows.open(keys.stream().filter(key -> key.accepts(time)).collect(Collectors.toSet()), now);
        }
        BackfillPlan plan = BackfillPlan.of(keys);
        return new Step<>(plan.left().isEmpty() ? null : plan, BackfillWindowsResult.none(requested.dryRun()), 0.0);
    }

    private Step<BackfillPlan, BackfillWindowsResult> backfill(
            int app, Parameters requested, BackfillPlan plan, BackfillWindowsResult before, Instant now) {
        BackfillWindowsResult done = requested.dryRun()
                ? sql.inTransaction(() -> {
                    NoTimeout.applyTo(sql);
                    BackfillWindowsResult result = backfill(app, requested, plan.part(), now);
                    sql.rollback();
                    return result;
                })
                : backfill(app, requested, plan.part(), now);
        BackfillPlan rest = plan.rest();
        double left = rest == null ? 0 : rest.left().size();
        return new Step<>(rest, before.plus(done), 1 - left / plan.total());
    }

    /** Backfills those of these windows that still exist, are retained and have submissions. */
    private BackfillWindowsResult backfill(int app, Parameters requested, List<PlannedWindow> planned, Instant now) {
        Leaderboard board =
                leaderboards.lock(app, Set.of(requested.leaderboardId())).get(requested.leaderboardId());
        BackfilledWindows selection = selection(board, requested);
        List<WindowKey> keys = planned.stream()
                .flatMap(one -> one.key(selection.board(), selection.definition()).stream())
                .sorted(Comparator.comparing((WindowKey key) -> key.timeZone().getId())
                        .thenComparing(
                                key -> key.bounds().startsAt(),
                                Comparator.nullsFirst(Comparator.<Instant>naturalOrder())))
                .toList();
        return backfiller.backfill(
                selection.board(),
                selection.definition(),
                withSubmissions(selection, keys, now),
                requested.dryRun(),
                now);
    }

    /** Returns the retained windows that have submissions, in order of start for each time zone. */
    private List<WindowKey> withSubmissions(BackfilledWindows selection, List<WindowKey> keys, Instant now) {
        Leaderboard board = selection.board();
        List<BackfillTarget> targets = IntStream.range(0, keys.size())
                .mapToObj(n -> BackfillTarget.of(n, keys.get(n)))
                .toList();
        List<WindowKey> found = keys.isEmpty()
                ? List.of()
                : repository.withSubmissions(new BackfillTargets(board, selection.definition(), targets)).stream()
                        .sorted()
                        .map(n -> keys.get(n.intValue()))
                        .toList();
        return selection.retained(
                found, repository.existing(board.id(), selection.definition().key()), board.time(now));
    }

    private BackfilledWindows selection(@Nullable Leaderboard board, Parameters requested) {
        if (board == null) {
            throw Leaderboards.deleted();
        }
        return new BackfilledWindows(
                board,
                definition(board, requested.definition()),
                requested.startTime(),
                requested.endTime(),
                maxWindows);
    }

    private static WindowDefinition definition(Leaderboard board, @Nullable String key) {
        return board.windowDefinition(key).orElseThrow(() -> WindowDefinition.unknown(key, "windowDefinitionKey"));
    }
}
