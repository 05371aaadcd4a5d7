package laurel.season;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.Leaderboards;
import laurel.score.ledger.PreparedCarryOver;
import laurel.score.ledger.PreparedCarryOver.OutdatedException;
import laurel.window.SeasonStarter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts due seasons, and runs other transactions that may start one. */
@Singleton
class SeasonStarts implements SeasonStarter {
    private static final Logger LOG = LoggerFactory.getLogger(SeasonStarts.class);

    /** Attempts to carry scores over before the leaderboard is locked. */
    private static final int PREPARED_ATTEMPTS = 3;

    private final Sql sql;
    private final Leaderboards leaderboards;
    private final SeasonWriter writer;

    SeasonStarts(Sql sql, Leaderboards leaderboards, SeasonWriter writer) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.writer = writer;
    }

    @Override
    public void startDue(Leaderboard read, Instant time, Instant now) {
        if (due(read, time, now).isEmpty()) {
            return;
        }
        run(read, board -> due(board, time, now).map(Due::plan), prepared -> startDue(read, time, prepared, now), now);
    }

    private boolean startDue(Leaderboard read, Instant time, @Nullable PreparedCarryOver prepared, Instant now) {
        Leaderboard board = leaderboards.lock(read.appId(), Set.of(read.id())).get(read.id());
        Optional<Due> due = board == null ? Optional.empty() : due(board, time, now);
        due.ifPresent(start -> writer.write(start.board, start.plan, prepared, now));
        if (due.isEmpty() && prepared != null) {
            throw new OutdatedException("the season was cancelled");
        }
        return due.isPresent();
    }

    /**
     * Runs a transaction that changes seasons. If it starts one with {@code carryOver}, carries the scores over before it locks
     * the leaderboard; if these are not those that the change needs then, repeats it, at last by carrying them over under the
     * lock.
     *
     * @param read    the leaderboard
     * @param planned the schedule that the change of a leaderboard will have; empty if it will not change
     * @param change  locks the leaderboard and changes it
     */
    <R> R run(
            Leaderboard read,
            Function<Leaderboard, Optional<SeasonSchedule>> planned,
            Function<@Nullable PreparedCarryOver, R> change,
            Instant now) {
        writer.prepare(now);
        for (int attempt = 1; attempt <= PREPARED_ATTEMPTS; attempt++) {
            try {
                return sql.inTransaction(() -> change.apply(carryOver(read, planned, now)));
            } catch (OutdatedException e) {
                LOG.info("The start of a season of leaderboard {} is repeated: {}", read.id(), e.getMessage());
            }
        }
        return sql.inTransaction(() -> change.apply(null));
    }

    private @Nullable PreparedCarryOver carryOver(
            Leaderboard read, Function<Leaderboard, Optional<SeasonSchedule>> planned, Instant now) {
        if (preparing(read, planned, now).isEmpty()) {
            return null;
        }
        writer.lockCarryOver(read.id());
        // Read again: another transaction may have started the season while this one waited.
        return Optional.ofNullable(
                        leaderboards.byIds(read.appId(), List.of(read.id())).get(read.id()))
                .flatMap(board -> preparing(board, planned, now))
                .map(due -> writer.carryOver(due.board, due.plan, now))
                .orElse(null);
    }

    private static Optional<Due> preparing(
            Leaderboard board, Function<Leaderboard, Optional<SeasonSchedule>> planned, Instant now) {
        return planned.apply(board)
                .filter(plan -> SeasonWriter.preparesCarryOver(board, plan, now))
                .map(plan -> new Due(board, plan));
    }

    private record Due(Leaderboard board, SeasonSchedule plan) {}

    /** Returns the schedule of a leaderboard with due seasons; empty if none is due. */
    private static Optional<Due> due(Leaderboard board, Instant time, Instant now) {
        Instant reached = reached(board, now);
        var plan = new SeasonSchedule(board.seasons(), reached.isBefore(time) ? time : reached);
        boolean starts =
                board.archivedAt() == null && SeasonWriter.definition(board).isPresent();
        return starts && !plan.due().isEmpty() ? Optional.of(new Due(board, plan)) : Optional.empty();
    }

    /** Returns the leaderboard's current time; MIN with the SUBMISSIONS clock and no submission. */
    static Instant reached(Leaderboard board, Instant now) {
        return board.clock() == LeaderboardClock.SUBMISSIONS && board.clockAt() == null
                ? Instant.MIN
                : board.time(now).truncatedTo(ChronoUnit.MICROS);
    }
}
