package laurel.scoring.day;

import static java.util.Objects.requireNonNull;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import laurel.activity.CountedDay;
import laurel.activity.DailyTally;
import laurel.activity.DailyTally.TallyLine;
import laurel.activity.EventRole;
import laurel.activity.HourTallyRepository.HourlyDay;
import laurel.activity.Tallies;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.scoring.day.DayEvaluator.StreakLengths;
import laurel.scoring.policy.DayScorer;
import laurel.scoring.policy.PillarScore;
import org.jspecify.annotations.Nullable;

/**
 * Splits the scores of days into hours, for leaderboards with windows that are shorter than a day. An hour has the part of the
 * day's score that it added: the score of the day's events up to its end, less that up to its start. Once events of the day may
 * have been dropped, what was submitted for an hour stays, and only the difference counts in the middle of the day.
 */
@Singleton
class HourlyScores {
    private final Tallies tallies;
    private final int maxEvents;

    /** @param maxEvents maximum number of a participant's events on a day that is split */
    HourlyScores(Tallies tallies, @Value("${laurel.limits.hourly-events:10000}") int maxEvents) {
        this.tallies = tallies;
        this.maxEvents = maxEvents;
    }

    /**
     * A day to split.
     *
     * @param pillars   pillars with hours, and what their leaderboards have received
     * @param timeZones time zones of the hours
     */
    private record SplitDay(PolicyDay day, Map<String, Received> pillars, Set<ZoneId> timeZones) {}

    /**
     * What a leaderboard has received of a day's score.
     *
     * @param parts       by the time at which they count as achieved
     * @param middleOfDay time at which a whole score counts as achieved
     */
    private record Received(ScoreParts parts, Instant middleOfDay) {
        /** Returns these parts, completed to a score in the middle of the day. */
        ScoreParts completed(BigDecimal score) {
            return parts.plus(List.of(new ScorePart(middleOfDay, score.subtract(parts.sum()))));
        }
    }

    /**
     * Returns the parts of scores by day and pillar, of the pillars that feed leaderboards by the hour. No statement if there are
     * none. Days with too many events are absent.
     *
     * @param scores       whole scores of the days
     * @param dailyTallies tallies of the days
     */
    Map<PolicyDay, Map<String, ScoreParts>> of(
            ScoringContext context,
            Map<PolicyDay, DayScorer> scorers,
            Map<PolicyDay, List<PillarScore>> scores,
            Map<CountedDay, DailyTally> dailyTallies,
            Map<PolicyDay, List<StoredPillarScore>> stored,
            StreakLengths lengths) {
        List<SplitDay> days = scores.keySet().stream()
                .filter(day -> canBeSplit(dailyTallies.get(scorer(scorers, day).counted(day.day()))))
                .map(day -> split(context, day, requireNonNull(scores.get(day)), stored.getOrDefault(day, List.of())))
                .filter(split -> !split.pillars.isEmpty())
                .toList();
        if (days.isEmpty()) {
            return Map.of();
        }
        List<Optional<SortedMap<Instant, DailyTally>>> upToHours = tallies.upToHours(days.stream()
                .map(split -> hourlyDay(context, split, scorer(scorers, split.day)))
                .toList());
        Map<PolicyDay, Map<String, ScoreParts>> parts = new HashMap<>();
        for (int n = 0; n < days.size(); n++) {
            SplitDay split = days.get(n);
            List<PillarScore> ofDay = requireNonNull(scores.get(split.day));
            parts.put(
                    split.day,
                    upToHours
                            .get(n)
                            .map(hours -> evaluate(split.day, scorer(scorers, split.day), hours, lengths))
                            .map(evaluated -> parts(split, ofDay, evaluated))
                            .orElseGet(() -> completed(split, ofDay)));
        }
        return parts;
    }

    private static SortedMap<Instant, List<PillarScore>> evaluate(
            PolicyDay day, DayScorer scorer, SortedMap<Instant, DailyTally> upToHours, StreakLengths lengths) {
        Map<String, Integer> ofDay = lengths.of(scorer, day.day());
        SortedMap<Instant, List<PillarScore>> evaluated = new TreeMap<>();
        upToHours.forEach((start, tally) -> evaluated.put(start, scorer.pillarScores(tally, ofDay)));
        return evaluated;
    }

    private static DayScorer scorer(Map<PolicyDay, DayScorer> scorers, PolicyDay day) {
        return requireNonNull(scorers.get(day));
    }

    /** The participant is the actor or the peer of each event. */
    private boolean canBeSplit(@Nullable DailyTally tally) {
        return tally != null
                && tally.lines().stream()
                                .filter(line -> line.role() != EventRole.WINNER)
                                .mapToLong(TallyLine::eventCount)
                                .sum()
                        <= maxEvents;
    }

    private static SplitDay split(
            ScoringContext context, PolicyDay day, List<PillarScore> scores, List<StoredPillarScore> stored) {
        var split = new SplitDay(day, new HashMap<>(), new HashSet<>());
        for (PillarScore score : scores) {
            Leaderboard target = context.leaderboard(day, score.name());
            if (target != null) {
                StoredPillarScore received = received(stored, score.name(), target);
                if (ScoringContext.isByHour(received, target)) {
                    Group group = context.group(day, received == null ? null : received.group(), target);
                    Instant middle = context.achievedAt(day, target, group);
                    ScoreParts parts = received == null ? ScoreParts.of(List.of()) : received.submitted(middle);
                    split.pillars.put(score.name(), new Received(parts, middle));
                    LeaderboardHours.addTimeZones(target, group, split.timeZones);
                }
            }
        }
        return split;
    }

    private static @Nullable StoredPillarScore received(
            List<StoredPillarScore> stored, String pillar, Leaderboard leaderboard) {
        return stored.stream()
                .filter(score -> score.pillar().equals(pillar))
                .findFirst()
                .map(score -> ScoringContext.received(score, leaderboard.id()))
                .orElse(null);
    }

    private static HourlyDay hourlyDay(ScoringContext context, SplitDay split, DayScorer scorer) {
        return new HourlyDay(
                scorer.counted(split.day.day()),
                context.dayRule(split.day),
                new LeaderboardHours(split.timeZones)::start);
    }

    /** Returns what was received before and, in the middle of the day, the differences. */
    private static Map<String, ScoreParts> completed(SplitDay split, List<PillarScore> scores) {
        Map<String, ScoreParts> parts = new HashMap<>();
        scores.forEach(score -> {
            Received received = split.pillars.get(score.name());
            if (received != null) {
                parts.put(score.name(), received.completed(score.score()));
            }
        });
        return parts;
    }

    /** @param upToEnds scores of the day up to the end of each hour */
    private static Map<String, ScoreParts> parts(
            SplitDay split, List<PillarScore> scores, SortedMap<Instant, List<PillarScore>> upToEnds) {
        Map<String, ScoreParts> parts = new HashMap<>();
        for (int pillar = 0; pillar < scores.size(); pillar++) {
            PillarScore score = scores.get(pillar);
            if (split.pillars.containsKey(score.name()) && !upToEnds.isEmpty()) {
                parts.put(score.name(), parts(score.score(), pillar, upToEnds));
            }
        }
        return parts;
    }

    private static ScoreParts parts(BigDecimal score, int pillar, SortedMap<Instant, List<PillarScore>> upToEnds) {
        List<ScorePart> parts = new ArrayList<>();
        BigDecimal before = BigDecimal.ZERO;
        for (Map.Entry<Instant, List<PillarScore>> hour : upToEnds.entrySet()) {
            BigDecimal upToEnd = hour.getValue().get(pillar).score();
            parts.add(new ScorePart(hour.getKey(), upToEnd.subtract(before)));
            before = upToEnd;
        }
        // Nothing remains unless events were deleted from the database: the sum is the day's score in any case.
        parts.add(new ScorePart(upToEnds.lastKey(), score.subtract(before)));
        return ScoreParts.of(parts);
    }
}
