package laurel.scoring.day;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.activity.CountedDay;
import laurel.activity.DailyTally;
import laurel.activity.ParticipantDay;
import laurel.activity.Tallies;
import laurel.scoring.policy.DayScorer;
import laurel.scoring.policy.PillarScore;
import laurel.streak.Streaks;
import laurel.streak.run.StreakDay;

/** Evaluates the scores of days by the stored tallies and streaks. */
@Singleton
public class DayEvaluator {
    private final Tallies tallies;
    private final Streaks streaks;

    DayEvaluator(Tallies tallies, Streaks streaks) {
        this.tallies = tallies;
        this.streaks = streaks;
    }

    /** Returns what the scorers count on their days. Days without counted activity are absent. */
    Map<CountedDay, DailyTally> tallies(Map<PolicyDay, DayScorer> scorers) {
        Set<CountedDay> days = new HashSet<>();
        scorers.forEach((day, scorer) -> days.add(scorer.counted(day.day())));
        return tallies.counted(days);
    }

    /** Returns the lengths of the scorers' streaks on their days. */
    StreakLengths streakLengths(Map<PolicyDay, DayScorer> scorers) {
        return streakLengths(scorers.keySet().stream().map(PolicyDay::day).collect(toSet()), scorers.values());
    }

    /** Returns the scores of each day by the given scorer, in the same order. Days without activity have scores of 0. */
    static Map<PolicyDay, List<PillarScore>> evaluate(
            Map<PolicyDay, DayScorer> scorers, Map<CountedDay, DailyTally> dailyTallies, StreakLengths lengths) {
        Map<PolicyDay, List<PillarScore>> scores = new LinkedHashMap<>();
        scorers.forEach((day, scorer) -> {
            DailyTally tally =
                    dailyTallies.getOrDefault(scorer.counted(day.day()), new DailyTally(day.day(), List.of()));
            scores.put(day, scorer.pillarScores(tally, lengths.of(scorer, day.day())));
        });
        return scores;
    }

    /** Returns the lengths of the scorers' streaks on each of the days. */
    public StreakLengths streakLengths(Collection<ParticipantDay> days, Collection<DayScorer> scorers) {
        Set<Long> ids = new HashSet<>();
        scorers.forEach(scorer -> ids.addAll(scorer.rules().streaks().values()));
        Set<StreakDay> streakDays = new HashSet<>();
        for (ParticipantDay day : days) {
            ids.forEach(id -> streakDays.add(new StreakDay(id, day.participantId(), day.day())));
        }
        return new StreakLengths(streakDays.isEmpty() ? Map.of() : new HashMap<>(streaks.lengths(streakDays)));
    }

    /** Lengths of streaks on days. */
    public record StreakLengths(Map<StreakDay, Integer> lengths) {
        /** Returns the lengths of a scorer's streaks on a day, by key. */
        public Map<String, Integer> of(DayScorer scorer, ParticipantDay day) {
            return scorer.rules().streaks().entrySet().stream()
                    .collect(toMap(
                            Map.Entry::getKey,
                            streak -> lengths.getOrDefault(
                                    new StreakDay(streak.getValue(), day.participantId(), day.day()), 0)));
        }
    }
}
