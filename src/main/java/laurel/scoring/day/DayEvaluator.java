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
import laurel.activity.DailyTally;
import laurel.activity.ParticipantDay;
import laurel.activity.Tallies;
import laurel.scoring.policy.DayScorer;
import laurel.scoring.policy.PillarScore;
import laurel.streak.Streaks;
import laurel.streak.run.StreakDay;

/** Finds what days come to by the tallies and streaks that are stored. */
@Singleton
public class DayEvaluator {
    private final Tallies tallies;
    private final Streaks streaks;

    DayEvaluator(Tallies tallies, Streaks streaks) {
        this.tallies = tallies;
        this.streaks = streaks;
    }

    /** The pillars of each of these days by the version that is given for it, in the same order; nothing done is 0. */
    Map<PolicyDay, List<PillarScore>> of(Map<PolicyDay, DayScorer> asked) {
        Set<ParticipantDay> days = asked.keySet().stream().map(PolicyDay::day).collect(toSet());
        return of(asked, tallies.of(days));
    }

    /** The same where the tallies have been read already. */
    Map<PolicyDay, List<PillarScore>> of(Map<PolicyDay, DayScorer> asked, Map<ParticipantDay, DailyTally> counted) {
        Set<ParticipantDay> days = asked.keySet().stream().map(PolicyDay::day).collect(toSet());
        Lengths lengths = lengths(days, asked.values());
        Map<PolicyDay, List<PillarScore>> scored = new LinkedHashMap<>();
        asked.forEach((day, version) -> {
            DailyTally tally = counted.getOrDefault(day.day(), new DailyTally(day.day(), List.of()));
            scored.put(day, version.scored(tally, lengths.of(version, day.day())));
        });
        return scored;
    }

    /** How long the streaks of these versions were on each of these days. */
    public Lengths lengths(Collection<ParticipantDay> days, Collection<DayScorer> versions) {
        Set<Long> ids = new HashSet<>();
        versions.forEach(version -> ids.addAll(version.rules().streaks().values()));
        Set<StreakDay> asked = new HashSet<>();
        for (ParticipantDay day : days) {
            ids.forEach(id -> asked.add(new StreakDay(id, day.participantId(), day.day())));
        }
        return new Lengths(asked.isEmpty() ? Map.of() : new HashMap<>(streaks.lengths(asked)));
    }

    /** Lengths of streaks on days. */
    public record Lengths(Map<StreakDay, Integer> found) {
        /** Those of a version's streaks on a day, by key. */
        public Map<String, Integer> of(DayScorer version, ParticipantDay day) {
            return version.rules().streaks().entrySet().stream()
                    .collect(toMap(
                            Map.Entry::getKey,
                            streak -> found.getOrDefault(
                                    new StreakDay(streak.getValue(), day.participantId(), day.day()), 0)));
        }
    }
}
