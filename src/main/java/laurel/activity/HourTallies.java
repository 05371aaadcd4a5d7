package laurel.activity;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import laurel.activity.DailyTally.TallyLine;
import laurel.activity.HourTallyRepository.HourlyDay;
import laurel.activity.TallyIncrements.TallyIncrement;
import laurel.activity.TallyIncrements.TallyKey;
import laurel.streak.StoredDayRule;

/** Counts the events of a participant's day by hour, in any order. */
final class HourTallies {
    private final HourlyDay day;
    private final List<StoredDayRule> rules;
    private final SortedMap<Instant, TallyIncrements> byHour = new TreeMap<>();

    HourTallies(HourlyDay day) {
        this.day = day;
        this.rules = List.of(day.rule());
    }

    /** Adds an event. It counts if it is on the day. */
    void add(ActivityEvent event) {
        byHour.computeIfAbsent(day.startOfHour().apply(event.occurredAt()), start -> new TallyIncrements(rules))
                .add(event);
    }

    /** Returns the tallies up to the end of each hour in which something is counted, by the start of the hour. */
    SortedMap<Instant, DailyTally> upToEnds() {
        SortedMap<Instant, DailyTally> tallies = new TreeMap<>();
        var sum = new Sum();
        byHour.forEach((start, increments) -> {
            if (sum.add(increments)) {
                tallies.put(start, sum.tally());
            }
        });
        return tallies;
    }

    /** The sum of the hours so far. */
    private final class Sum {
        private final Map<TallyKey, TallyIncrement> lines = new HashMap<>();
        private final Map<TallyKey, Set<Long>> peers = new HashMap<>();

        /** Adds an hour. Returns whether anything in it counts for the participant on the day. */
        boolean add(TallyIncrements increments) {
            increments.tallies().forEach((line, increment) -> {
                if (isOfDay(line)) {
                    lines.merge(line, increment, TallyIncrement::plus);
                }
            });
            increments.peers().keySet().forEach(peer -> {
                if (isOfDay(peer.line())) {
                    peers.computeIfAbsent(peer.line(), none -> new HashSet<>()).add(peer.peerId());
                }
            });
            return increments.days().contains(day.day().day());
        }

        private boolean isOfDay(TallyKey line) {
            return line.participantId() == day.day().day().participantId()
                    && line.day().equals(day.day().day().day());
        }

        DailyTally tally() {
            return new DailyTally(
                    day.day().day(),
                    lines.entrySet().stream()
                            .map(line -> line(line.getKey(), line.getValue()))
                            .toList());
        }

        private TallyLine line(TallyKey line, TallyIncrement sum) {
            BigDecimal value = sum.valueSum();
            int peerCount = peers.getOrDefault(line, Set.of()).size();
            return new TallyLine(line.eventType(), line.role(), sum.eventCount(), value, peerCount);
        }
    }
}
