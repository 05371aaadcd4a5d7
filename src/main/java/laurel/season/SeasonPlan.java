package laurel.season;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import laurel.leaderboard.Season;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * The seasons of a board, in order of number: those that were started, then those that are planned. Each change gives another
 * plan.
 *
 * @param reached what the board's own time has reached
 */
@Introspected
record SeasonPlan(List<Season> seasons, Instant reached) {
    /** Most seasons of one board: they are read and written whole. */
    static final int MOST = 1_000;

    private static final BigDecimal LEAST_CARRY = new BigDecimal("0.000001");

    /** The season of this number; null where there is none. */
    @Nullable
    Season find(int number) {
        return number >= 1 && number <= seasons.size() ? seasons.get(number - 1) : null;
    }

    /** The last season that was started; null where there is none. */
    @Nullable
    Season running() {
        return seasons.stream()
                .filter(Season::started)
                .reduce((one, next) -> next)
                .orElse(null);
    }

    boolean ended(Season season) {
        Instant end = season.end(seasons);
        return season.started() && end != null && !end.isAfter(reached);
    }

    /** Those that are planned, and whose time has come. */
    List<Season> due() {
        return seasons.stream()
                .filter(season -> !season.started() && !season.startsAt().isAfter(reached))
                .toList();
    }

    /** The plan once those that are due have started, each after the one before has ended. */
    SeasonPlan started(Instant now) {
        List<Season> all = new ArrayList<>(seasons);
        for (Season season : due()) {
            int before = season.number() - 2;
            if (before >= 0) {
                all.set(before, all.get(before).endingAt(all.get(before).end(seasons)));
            }
            all.set(season.number() - 1, all.get(season.number() - 1).startedAt(now));
        }
        return new SeasonPlan(List.copyOf(all), reached);
    }

    /** The plan with one season more; refuses INVALID_SEASON. */
    SeasonPlan with(Season last) {
        if (seasons.size() == MOST) {
            throw invalid("A leaderboard has at most 1,000 seasons.", "leaderboard");
        }
        BigDecimal carry = last.carry();
        if (carry != null && (carry.compareTo(LEAST_CARRY) < 0 || carry.compareTo(BigDecimal.ONE) > 0)) {
            throw invalid("A season carries over 0.000001 to 1 of the scores.", "carry");
        }
        if (carry != null && carry.stripTrailingZeros().scale() > LEAST_CARRY.scale()) {
            throw invalid("The fraction that a season carries over has at most 6 decimals.", "carry");
        }
        List<Season> all = new ArrayList<>(seasons);
        all.add(last);
        return new SeasonPlan(List.copyOf(all), reached).checked(last.number());
    }

    /** The plan with this in place of the season of the same number; refuses INVALID_SEASON. */
    SeasonPlan replacing(Season changed) {
        List<Season> all = new ArrayList<>(seasons);
        Season before = all.set(changed.number() - 1, changed);
        if (before.started() && !before.startsAt().equals(changed.startsAt())) {
            throw invalid("The season has started at " + text(before.startsAt()) + ".", "startsAt");
        }
        return new SeasonPlan(List.copyOf(all), reached).checked(changed.number());
    }

    /** The plan without its last season; refuses INVALID_SEASON where that was started, or has another number. */
    SeasonPlan without(Season planned) {
        if (planned.started()) {
            throw invalid("The season has started; end it.", "number");
        }
        if (planned.number() < seasons.size()) {
            throw invalid("Another season is planned after it; cancel that first.", "number");
        }
        return new SeasonPlan(seasons.subList(0, seasons.size() - 1), reached);
    }

    private SeasonPlan checked(int number) {
        Season season = seasons.get(number - 1);
        Season before = find(number - 1);
        Season after = find(number + 1);
        if (before != null) {
            checkStart(before, season);
        }
        Instant end = season.endsAt();
        if (end != null && !end.isAfter(season.startsAt())) {
            throw invalid("A season ends after it starts, which is at " + text(season.startsAt()) + ".", "endsAt");
        }
        if (end != null && end.isBefore(reached)) {
            throw invalid("The leaderboard's present is " + text(reached) + "; no season ends before that.", "endsAt");
        }
        if (after != null && !season.startsAt().isBefore(after.startsAt())) {
            throw invalid("The next season starts at " + text(after.startsAt()) + ".", "startsAt");
        }
        if (after != null && end != null && end.isAfter(after.startsAt())) {
            throw invalid("The next season starts at " + text(after.startsAt()) + ".", "endsAt");
        }
        return this;
    }

    private void checkStart(Season before, Season season) {
        Instant start = season.startsAt();
        Instant end = before.endsAt();
        if (end != null && start.isBefore(end)) {
            throw invalid("The season before ends at " + text(end) + ".", "startsAt");
        }
        if (end == null && !start.isAfter(before.startsAt())) {
            throw invalid("The season before starts at " + text(before.startsAt()) + ".", "startsAt");
        }
        if (end == null && before.started() && start.isBefore(reached)) {
            throw invalid(
                    "The season before goes on until the leaderboard's present, " + text(reached) + ".", "startsAt");
        }
    }

    private static RefusedException invalid(String message, String path) {
        return new RefusedException(ErrorCode.INVALID_SEASON, message, path);
    }

    private static String text(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC).toString();
    }
}
