package laurel.activity.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import laurel.GraphQLClient;
import org.jspecify.annotations.Nullable;

/** Holds all that an app with the social policy tells against a plain computation. */
final class SocialCheck {
    private final ActivityClient activity;
    private final SocialClient social;
    private final ModelDays days;
    private final ModelTallies expected;
    private final LocalDate from;
    private final LocalDate through;

    /** @param from a day before everything; 100 days are looked at */
    SocialCheck(GraphQLClient app, ModelDays days, ModelTallies expected, LocalDate from) {
        this.activity = new ActivityClient(app);
        this.social = new SocialClient(app);
        this.days = days;
        this.expected = expected;
        this.from = from;
        this.through = from.plusDays(100);
    }

    void tallies() {
        List<String> lines = new ArrayList<>();
        expected.participants().forEach(who -> lines.addAll(activity.tallies(who, days, from, through)));
        assertThat(lines.stream().sorted().toList()).isEqualTo(expected.lines());
    }

    void streaks(Instant now) {
        for (String who : expected.participants()) {
            ModelStreak streak = expected.streak(who);
            assertThat(activity.streaks(who).get("daily"))
                    .as(who)
                    .isEqualTo(ActivityClient.told(
                            streak.current(today(streak, who, now)),
                            streak.best(),
                            streak.lastActiveDate(),
                            streak.startDate()));
        }
    }

    /** A later one where it has been active on it already. */
    private LocalDate today(ModelStreak streak, String who, Instant now) {
        LocalDate today = days.today(now, who);
        LocalDate last = streak.active().last();
        return last.isAfter(today) ? last : today;
    }

    void dayScores() {
        for (String who : expected.participants()) {
            assertThat(social.days(who, from, through)).as(who).isEqualTo(scores(who));
        }
    }

    /** Of everybody. */
    void entries() {
        entries(null, who -> true);
    }

    /**
     * Of a region; null is everybody.
     *
     * @param belongs who is of it
     */
    void entries(@Nullable String region, Predicate<String> belongs) {
        for (String pillar : SocialClient.PILLARS) {
            for (ModelWindows windows : ModelWindows.values()) {
                assertThat(social.windows(pillar, windows, region))
                        .as("%s %s of %s", pillar, windows, region)
                        .isEqualTo(expected(pillar, windows, belongs));
            }
        }
    }

    /** By day and pillar, without zeros. */
    private Map<String, BigDecimal> scores(String who) {
        Map<String, BigDecimal> scores = new TreeMap<>();
        for (String pillar : SocialClient.PILLARS) {
            byDay(who, pillar)
                    .forEach((day, score) -> SocialClient.put(scores, day + " " + pillar, score.toPlainString()));
        }
        return scores;
    }

    private Map<String, BigDecimal> expected(String pillar, ModelWindows windows, Predicate<String> belongs) {
        Map<String, BigDecimal> sums = new TreeMap<>();
        expected.participants().stream().filter(belongs).forEach(who -> byDay(who, pillar)
                .forEach((day, score) -> windows.holding(day)
                        .forEach(window -> sums.merge(window + " " + who, score, BigDecimal::add))));
        sums.values().removeIf(sum -> sum.signum() == 0);
        sums.replaceAll((key, sum) -> sum.stripTrailingZeros());
        return sums;
    }

    private Map<LocalDate, BigDecimal> byDay(String who, String pillar) {
        int decimals = pillar.equals("overall") ? social.decimals(pillar) : 0;
        ModelStreak streak = expected.streak(who);
        Map<LocalDate, BigDecimal> scores = new TreeMap<>();
        expected.of(who).forEach((day, done) -> scores.put(day, score(done, pillar, streak.length(day), decimals)));
        return scores;
    }

    private static BigDecimal score(SocialDay day, String pillar, int streak, int decimals) {
        return switch (pillar) {
            case "social" -> day.social();
            case "engagement" -> day.engagement();
            case "popularity" -> day.popularity();
            default -> day.overall(streak, decimals);
        };
    }
}
