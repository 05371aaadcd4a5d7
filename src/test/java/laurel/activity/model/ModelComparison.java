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

/** Compares tallies, streaks, day scores and entries of an app that has the social policy with the model. */
final class ModelComparison {
    private final ModelClient client;
    private final SocialPolicyClient social;
    private final ModelDayRule days;
    private final ModelTallies expected;
    private final LocalDate startDate;
    private final LocalDate endDate;

    /** @param startDate a day before the first event; 100 days from then on are compared */
    ModelComparison(GraphQLClient app, ModelDayRule days, ModelTallies expected, LocalDate startDate) {
        this.client = new ModelClient(app);
        this.social = new SocialPolicyClient(app);
        this.days = days;
        this.expected = expected;
        this.startDate = startDate;
        this.endDate = startDate.plusDays(100);
    }

    void tallies() {
        List<String> lines = new ArrayList<>();
        expected.participants()
                .forEach(participant -> lines.addAll(client.tallies(participant, days, startDate, endDate)));
        assertThat(lines.stream().sorted().toList()).isEqualTo(expected.lines());
    }

    void streaks(Instant now) {
        for (String participant : expected.participants()) {
            ModelStreak streak = expected.streak(participant);
            assertThat(client.streaks(participant).get("daily"))
                    .as(participant)
                    .isEqualTo(ModelClient.describe(
                            streak.current(today(streak, participant, now)),
                            streak.longest(),
                            streak.lastActiveDate(),
                            streak.startDate()));
        }
    }

    /** The current day; a later one if the participant has been active on it. */
    private LocalDate today(ModelStreak streak, String participant, Instant now) {
        LocalDate today = days.today(now, participant);
        LocalDate last = streak.active().last();
        return last.isAfter(today) ? last : today;
    }

    void dayScores() {
        for (String participant : expected.participants()) {
            assertThat(social.dayScores(participant, startDate, endDate))
                    .as(participant)
                    .isEqualTo(expectedScores(participant));
        }
    }

    /** Compares the entries of the rankings of all participants. */
    void entries() {
        entries(null, participant -> true);
    }

    /**
     * Compares the entries of a region's rankings.
     *
     * @param region null for the rankings of all participants
     * @param inRegion whether a participant is in the region
     */
    void entries(@Nullable String region, Predicate<String> inRegion) {
        for (String pillar : SocialPolicyClient.PILLARS) {
            for (ModelWindowDefinition definition : ModelWindowDefinition.values()) {
                assertThat(social.windowScores(pillar, definition, region))
                        .as("%s %s of %s", pillar, definition, region)
                        .isEqualTo(expectedEntries(pillar, definition, inRegion));
            }
        }
    }

    /** Scores by day and pillar, without zeros. */
    private Map<String, BigDecimal> expectedScores(String participant) {
        Map<String, BigDecimal> scores = new TreeMap<>();
        for (String pillar : SocialPolicyClient.PILLARS) {
            scoresByDay(participant, pillar)
                    .forEach((day, score) -> SocialPolicyClient.put(scores, day + " " + pillar, score.toPlainString()));
        }
        return scores;
    }

    private Map<String, BigDecimal> expectedEntries(
            String pillar, ModelWindowDefinition definition, Predicate<String> inRegion) {
        Map<String, BigDecimal> sums = new TreeMap<>();
        expected.participants().stream().filter(inRegion).forEach(participant -> scoresByDay(participant, pillar)
                .forEach((day, score) -> definition
                        .containing(day)
                        .forEach(window -> sums.merge(window + " " + participant, score, BigDecimal::add))));
        sums.values().removeIf(sum -> sum.signum() == 0);
        sums.replaceAll((key, sum) -> sum.stripTrailingZeros());
        return sums;
    }

    private Map<LocalDate, BigDecimal> scoresByDay(String participant, String pillar) {
        int decimals = pillar.equals("overall") ? social.decimals(pillar) : 0;
        ModelStreak streak = expected.streak(participant);
        Map<LocalDate, BigDecimal> scores = new TreeMap<>();
        expected.countedDays(participant)
                .forEach((day, activity) -> scores.put(day, score(activity, pillar, streak.length(day), decimals)));
        return scores;
    }

    private static BigDecimal score(ModelDay day, String pillar, int streakLength, int decimals) {
        return switch (pillar) {
            case "social" -> day.social();
            case "engagement" -> day.engagement();
            case "popularity" -> day.popularity();
            default -> day.overall(streakLength, decimals);
        };
    }
}
