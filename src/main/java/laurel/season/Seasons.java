package laurel.season;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.Season;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.SchemaTyped;
import laurel.request.Text;
import laurel.window.SeasonStarter;
import org.jspecify.annotations.Nullable;

/** Plans, starts and ends seasons. Each change is a transaction under the leaderboard's lock and increments its version. */
@Singleton
public class Seasons implements SeasonStarter {
    private static final String ID = "seasonId";

    private final Sql sql;
    private final Leaderboards leaderboards;
    private final SeasonWriter writer;

    Seasons(Sql sql, Leaderboards leaderboards, SeasonWriter writer) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.writer = writer;
    }

    /**
     * Starts the next season of a leaderboard, or plans it if it starts later. Refuses, in this order:
     * LEADERBOARD_NOT_FOUND, VERSION_CONFLICT, LEADERBOARD_ARCHIVED, INVALID_TEXT, LEADERBOARD_HAS_NO_SEASONS,
     * LIMIT_REACHED, INVALID_NUMBER, NUMBER_OUT_OF_RANGE, TOO_MANY_DECIMALS, SEASONS_OVERLAP,
     * SEASON_ENDS_BEFORE_START, SEASON_ENDS_IN_PAST.
     */
    public SeasonOf start(int app, NewSeason requested, Instant now) {
        Leaderboard board = change(
                app, requested.leaderboardKey(), requested.expectedVersion(), requested.name(), now, (read, plan) -> {
                    int number = plan.seasons().size() + 1;
                    Instant present = plan.reached().equals(Instant.MIN) ? now : plan.reached();
                    Instant startsAt = requested.startsAt() == null
                            ? present.truncatedTo(ChronoUnit.MICROS)
                            : requested.startsAt();
                    String name = requested.name() == null ? "Season " + number : requested.name();
                    // The version after this change, which creates no other season.
                    int serial = read.version() + 1;
                    var season = new Season(
                            serial,
                            number,
                            name,
                            startsAt,
                            requested.endsAt(),
                            requested.retainsPrevious(),
                            requested.fraction(),
                            null);
                    SeasonSchedule more = plan.with(season);
                    return requested.startsAt() == null ? new SeasonSchedule(more.seasons(), present) : more;
                });
        return SeasonOf.number(board, board.seasons().size());
    }

    /**
     * Changes a season that has not ended. Refuses, in this order: LEADERBOARD_NOT_FOUND, VERSION_CONFLICT,
     * LEADERBOARD_ARCHIVED, INVALID_TEXT, LEADERBOARD_HAS_NO_SEASONS, SEASON_NOT_FOUND, SEASON_ENDED
     * and as {@link SeasonSchedule} does.
     */
    public SeasonOf update(int app, SeasonChange requested, Instant now) {
        int serial = requested.season().serial();
        Leaderboard board =
                change(app, requested.season(), requested.expectedVersion(), requested.name(), now, (read, plan) -> {
                    Season season = known(plan, serial);
                    return plan.replacing(requested.of(season));
                });
        return requireNonNull(SeasonOf.serial(board, serial));
    }

    /**
     * Ends a running season, or sets its end. Refuses, in this order: VERSION_CONFLICT, LEADERBOARD_ARCHIVED,
     * LEADERBOARD_HAS_NO_SEASONS, SEASON_NOT_FOUND, SEASON_ENDED, SEASON_NOT_STARTED and as {@link SeasonSchedule} does.
     *
     * @param version of the leaderboard; null for any
     * @param endsAt  null for now
     */
    public SeasonOf end(int app, SeasonRef ref, @Nullable Integer version, @Nullable Instant endsAt, Instant now) {
        Leaderboard board = change(app, ref, version, null, now, (read, plan) -> {
            Season running = known(plan, ref.serial());
            if (!running.started()) {
                throw new RefusedException(
                        ErrorCode.SEASON_NOT_STARTED, "The season has not started; it can only be cancelled.", ID);
            }
            Instant present = plan.reached().equals(Instant.MIN) ? now : plan.reached();
            return plan.replacing(running.endingAt(endsAt == null ? present.truncatedTo(ChronoUnit.MICROS) : endsAt));
        });
        return requireNonNull(SeasonOf.serial(board, ref.serial()));
    }

    /**
     * Cancels the last planned season. Refuses, in this order: VERSION_CONFLICT, LEADERBOARD_ARCHIVED,
     * LEADERBOARD_HAS_NO_SEASONS, SEASON_NOT_FOUND, SEASON_ENDED and as {@link SeasonSchedule} does.
     */
    public CancelledSeason cancel(int app, SeasonRef ref, @Nullable Integer version, Instant now) {
        Leaderboard board =
                change(app, ref, version, null, now, (read, plan) -> plan.without(known(plan, ref.serial())));
        return new CancelledSeason(board, ref.serial());
    }

    /** A cancelled season, and the leaderboard without it. */
    public record CancelledSeason(Leaderboard leaderboard, int serial) {}

    /**
     * Identifies a season.
     *
     * @param board ID of the leaderboard; 0 if the app has no such leaderboard
     */
    public record SeasonRef(int board, int serial) {}

    @Override
    public void startDue(Leaderboard read, Instant time, Instant now) {
        if (due(read, time, now).isEmpty()) {
            return;
        }
        writer.prepare(now);
        sql.useTransaction(() -> Optional.ofNullable(
                        leaderboards.lock(read.appId(), Set.of(read.id())).get(read.id()))
                .flatMap(board -> due(board, time, now))
                .ifPresent(due -> writer.write(due.board, due.plan, now)));
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

    private Leaderboard change(
            int app,
            SeasonRef ref,
            @Nullable Integer version,
            @Nullable String name,
            Instant now,
            BiFunction<Leaderboard, SeasonSchedule, SeasonSchedule> change) {
        Leaderboard board = leaderboards.byIds(app, List.of(ref.board())).get(ref.board());
        if (board == null) {
            throw unknown();
        }
        return change(app, board.key(), version, name, now, change);
    }

    /** Changes a leaderboard's seasons and returns it. Starts due seasons before, so that a change sees them as started. */
    private Leaderboard change(
            int app,
            String key,
            @Nullable Integer version,
            @Nullable String name,
            Instant now,
            BiFunction<Leaderboard, SeasonSchedule, SeasonSchedule> change) {
        // In a separate transaction: callers that have not seen the start have an older version.
        leaderboards.byKey(app, key).ifPresent(board -> startDue(board, Instant.MIN, now));
        writer.prepare(now);
        return sql.inTransaction(() -> {
            Leaderboard board = leaderboards.lock(app, key, version);
            if (board.archivedAt() != null) {
                throw refused(ErrorCode.LEADERBOARD_ARCHIVED, "The leaderboard is archived.");
            }
            if (name != null) {
                Text.line(name, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "name");
            }
            if (SeasonWriter.definition(board).isEmpty()) {
                throw refused(
                        ErrorCode.LEADERBOARD_HAS_NO_SEASONS,
                        "The leaderboard has no window definition of kind SEASON.");
            }
            SeasonSchedule plan = change.apply(board, plan(board, now).started(now));
            return writer.write(board, plan, now);
        });
    }

    private static SeasonSchedule plan(Leaderboard board, Instant now) {
        return new SeasonSchedule(board.seasons(), reached(board, now));
    }

    /** Returns the leaderboard's current time; MIN with the SUBMISSIONS clock and no submission. */
    private static Instant reached(Leaderboard board, Instant now) {
        return board.clock() == LeaderboardClock.SUBMISSIONS && board.clockAt() == null
                ? Instant.MIN
                : board.time(now).truncatedTo(ChronoUnit.MICROS);
    }

    /** Returns a season that has not ended. */
    private static Season known(SeasonSchedule plan, int serial) {
        Season season = plan.bySerial(serial);
        if (season == null) {
            throw unknown();
        }
        if (plan.ended(season)) {
            throw new RefusedException(
                    ErrorCode.SEASON_ENDED,
                    "Season " + season.number() + " ended at " + requireNonNull(season.end(plan.seasons())) + ".",
                    ID);
        }
        return season;
    }

    private static RefusedException unknown() {
        return new RefusedException(ErrorCode.SEASON_NOT_FOUND, "No season has this ID.", ID);
    }

    private static RefusedException refused(ErrorCode code, String message) {
        return new RefusedException(code, message, "leaderboardKey");
    }

    /**
     * A change of a season.
     *
     * @param expectedVersion of the leaderboard; null for any
     * @param name            null to keep it
     * @param startsAt        null to keep it
     * @param endsAt          null to keep it
     * @param openEnded       whether to remove the end
     */
    public record SeasonChange(
            SeasonRef season,
            @Nullable Integer expectedVersion,
            @Nullable String name,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            boolean openEnded) {

        Season of(Season before) {
            Instant end = endsAt == null ? before.endsAt() : endsAt;
            return before.with(
                    name == null ? before.name() : name,
                    startsAt == null ? before.startsAt() : startsAt,
                    openEnded ? null : end);
        }
    }

    /** A season of a leaderboard: the schema's Season. */
    public record SeasonOf(Leaderboard board, Season season) implements SchemaTyped {
        @Override
        public String typeName() {
            return "Season";
        }

        /** Returns the season with this serial number; null if the leaderboard does not have it. */
        public static @Nullable SeasonOf serial(Leaderboard board, int serial) {
            return board.seasons().stream()
                    .filter(season -> season.serial() == serial)
                    .findFirst()
                    .map(season -> new SeasonOf(board, season))
                    .orElse(null);
        }

        public static SeasonOf number(Leaderboard board, int number) {
            return new SeasonOf(board, board.seasons().get(number - 1));
        }

        @Nullable
        public Instant endsAt() {
            return season.end(board.seasons());
        }
    }
}
