package laurel.season;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.Season;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.SchemaTyped;
import laurel.request.Text;
import laurel.score.ledger.PreparedCarryOver;
import org.jspecify.annotations.Nullable;

/** Plans, starts and ends seasons. Each change is a transaction under the leaderboard's lock and increments its version. */
@Singleton
public class Seasons {
    private static final String ID = "seasonId";

    private final Sql sql;
    private final Leaderboards leaderboards;
    private final SeasonWriter writer;
    private final SeasonStarts starts;

    Seasons(Sql sql, Leaderboards leaderboards, SeasonWriter writer, SeasonStarts starts) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.writer = writer;
        this.starts = starts;
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

    /**
     * Changes a leaderboard's seasons and returns it. Starts due seasons before, so that a change sees them as started.
     */
    private Leaderboard change(
            int app,
            String key,
            @Nullable Integer version,
            @Nullable String name,
            Instant now,
            BiFunction<Leaderboard, SeasonSchedule, SeasonSchedule> change) {
        Optional<Leaderboard> read = leaderboards.byKey(app, key);
        // In a separate transaction: callers that have not seen the start have an older version.
        read.ifPresent(board -> starts.startDue(board, now));
        Function<Leaderboard, SeasonSchedule> changed = board -> {
            checkChange(board, name);
            return change.apply(board, plan(board, now).started(now));
        };
        Function<@Nullable PreparedCarryOver, Leaderboard> write = prepared -> {
            Leaderboard board = leaderboards.lock(app, key, version);
            return writer.write(board, changed.apply(board), prepared, now);
        };
        return read.isEmpty()
                ? sql.inTransaction(() -> write.apply(null))
                : starts.run(read.get(), board -> accepted(board, version, changed), write, now);
    }

    /** Returns the schedule after a change; empty if it is refused, which the change itself reports. */
    private static Optional<SeasonSchedule> accepted(
            Leaderboard board, @Nullable Integer version, Function<Leaderboard, SeasonSchedule> changed) {
        try {
            Leaderboards.checkVersion(board, version);
            return Optional.of(changed.apply(board));
        } catch (RefusedException e) {
            return Optional.empty();
        }
    }

    private static void checkChange(Leaderboard board, @Nullable String name) {
        if (board.archivedAt() != null) {
            throw refused(ErrorCode.LEADERBOARD_ARCHIVED, "The leaderboard is archived.");
        }
        if (name != null) {
            Text.line(name, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "name");
        }
        if (SeasonWriter.definition(board).isEmpty()) {
            throw refused(
                    ErrorCode.LEADERBOARD_HAS_NO_SEASONS, "The leaderboard has no window definition of kind SEASON.");
        }
    }

    private static SeasonSchedule plan(Leaderboard board, Instant now) {
        return new SeasonSchedule(board.seasons(), SeasonStarts.reached(board, now));
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
