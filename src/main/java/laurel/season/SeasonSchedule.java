package laurel.season;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import laurel.leaderboard.Season;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * The seasons of a leaderboard, in order of number: started ones, then planned ones. Immutable: each change returns another
 * schedule.
 *
 * @param reached the leaderboard's current time
 */
@Introspected
public record SeasonSchedule(List<Season> seasons, Instant reached) {
    /** Maximum number of seasons of a leaderboard: they are read and written together. */
    static final int MAX_SEASONS = 1_000;

    private static final BigDecimal MIN_CARRY_OVER = new BigDecimal("0.000001");

    /** Returns the season with this number; null if there is none. */
    @Nullable
    Season find(int number) {
        return number >= 1 && number <= seasons.size() ? seasons.get(number - 1) : null;
    }

    /** Returns the season with this serial number; null if there is none. */
    @Nullable
    Season bySerial(int serial) {
        return seasons.stream()
                .filter(season -> season.serial() == serial)
                .findFirst()
                .orElse(null);
    }

    /** Returns the last started season; null if none was started. */
    @Nullable
    public Season running() {
        return seasons.stream()
                .filter(Season::started)
                .reduce((one, next) -> next)
                .orElse(null);
    }

    public boolean ended(Season season) {
        Instant end = season.end(seasons);
        return season.started() && end != null && !end.isAfter(reached);
    }

    /** Returns the planned seasons that are due. */
    List<Season> due() {
        return seasons.stream()
                .filter(season -> !season.started() && !season.startsAt().isAfter(reached))
                .toList();
    }

    /** Returns the schedule with the due seasons started, each after the end of the previous one. */
    SeasonSchedule started(Instant now) {
        List<Season> all = new ArrayList<>(seasons);
        for (Season season : due()) {
            int before = season.number() - 2;
            if (before >= 0) {
                all.set(before, all.get(before).endingAt(all.get(before).end(seasons)));
            }
            all.set(season.number() - 1, all.get(season.number() - 1).startedAt(now));
        }
        return new SeasonSchedule(List.copyOf(all), reached);
    }

    /**
     * Returns the schedule with another season. Refuses LIMIT_REACHED, NUMBER_OUT_OF_RANGE, TOO_MANY_DECIMALS and as {@link
     * #replacing}.
     */
    SeasonSchedule with(Season last) {
        if (seasons.size() == MAX_SEASONS) {
            throw RefusedException.limit(
                    ErrorCode.LIMIT_REACHED,
                    MAX_SEASONS,
                    "The leaderboard has " + MAX_SEASONS + " seasons, which is the maximum.",
                    "leaderboardKey");
        }
        BigDecimal carry = last.carryOver();
        if (carry != null) {
            Limits.number(carry, MIN_CARRY_OVER, BigDecimal.ONE, "carryOver");
            int decimals = carry.stripTrailingZeros().scale();
            if (decimals > MIN_CARRY_OVER.scale()) {
                throw new RefusedException(
                        ErrorCode.TOO_MANY_DECIMALS,
                        "`carryOver` has " + decimals + " decimals; at most " + MIN_CARRY_OVER.scale()
                                + " are allowed.",
                        "carryOver");
            }
        }
        List<Season> all = new ArrayList<>(seasons);
        all.add(last);
        return new SeasonSchedule(List.copyOf(all), reached).checked(last.number());
    }

    /**
     * Returns the schedule with a changed season. Refuses SEASON_STARTED, SEASONS_OVERLAP,
     * SEASON_ENDS_BEFORE_START, SEASON_ENDS_IN_PAST.
     */
    SeasonSchedule replacing(Season changed) {
        List<Season> all = new ArrayList<>(seasons);
        Season before = all.set(changed.number() - 1, changed);
        if (before.started() && !before.startsAt().equals(changed.startsAt())) {
            throw new RefusedException(
                    ErrorCode.SEASON_STARTED,
                    "`startsAt` cannot change: the season started at " + text(before.startsAt()) + ".",
                    "startsAt");
        }
        return new SeasonSchedule(List.copyOf(all), reached).checked(changed.number());
    }

    /** Returns the schedule without its last season. Refuses SEASON_STARTED and SEASON_NOT_LAST. */
    SeasonSchedule without(Season planned) {
        if (planned.started()) {
            throw new RefusedException(
                    ErrorCode.SEASON_STARTED, "The season has started; it can only be ended.", "seasonId");
        }
        if (planned.number() < seasons.size()) {
            throw new RefusedException(
                    ErrorCode.SEASON_NOT_LAST, "Another season is planned after it; cancel that first.", "seasonId");
        }
        return new SeasonSchedule(seasons.subList(0, seasons.size() - 1), reached);
    }

    private SeasonSchedule checked(int number) {
        Season season = seasons.get(number - 1);
        Season before = find(number - 1);
        Season after = find(number + 1);
        if (before != null) {
            checkStart(before, season);
        }
        Instant end = season.endsAt();
        if (end != null && !end.isAfter(season.startsAt())) {
            throw end(
                    ErrorCode.SEASON_ENDS_BEFORE_START,
                    "`endsAt` must be after the start of the season, " + text(season.startsAt()) + ".");
        }
        if (end != null && end.isBefore(reached)) {
            throw end(
                    ErrorCode.SEASON_ENDS_IN_PAST,
                    "`endsAt` cannot be before the leaderboard's current time, " + text(reached) + ".");
        }
        if (after != null && !season.startsAt().isBefore(after.startsAt())) {
            throw overlap(
                    "`startsAt` must be before the start of the next season, " + text(after.startsAt()) + ".",
                    "startsAt");
        }
        if (after != null && end != null && end.isAfter(after.startsAt())) {
            throw overlap(
                    "`endsAt` cannot be after the start of the next season, " + text(after.startsAt()) + ".", "endsAt");
        }
        return this;
    }

    private void checkStart(Season before, Season season) {
        Instant start = season.startsAt();
        Instant end = before.endsAt();
        if (end != null && start.isBefore(end)) {
            throw overlap("`startsAt` cannot be before the end of the previous season, " + text(end) + ".", "startsAt");
        }
        if (end == null && !start.isAfter(before.startsAt())) {
            throw overlap(
                    "`startsAt` must be after the start of the previous season, " + text(before.startsAt()) + ".",
                    "startsAt");
        }
        if (end == null && before.started() && start.isBefore(reached)) {
            throw overlap(
                    "`startsAt` cannot be before the leaderboard's current time, " + text(reached) + ": the"
                            + " previous season is open.",
                    "startsAt");
        }
    }

    private static RefusedException end(ErrorCode code, String message) {
        return new RefusedException(code, message, "endsAt");
    }

    private static RefusedException overlap(String message, String path) {
        return new RefusedException(ErrorCode.SEASONS_OVERLAP, message, path);
    }

    private static String text(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC).toString();
    }
}
