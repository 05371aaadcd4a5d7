package laurel.activity.model;

import static java.util.stream.Collectors.toSet;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Scores of spans of time, found naively: for each day, the score of the day's events before the end of the span, less that of the
 * events before its start.
 *
 * @param events        events that count, in any order
 * @param caps          highest number of sent messages that counts, by day
 * @param streakLengths length of the streak, by day
 */
record ModelHours(
        String participant,
        List<ModelEvent> events,
        ModelDayRule days,
        Map<LocalDate, Integer> caps,
        Map<LocalDate, Integer> streakLengths) {
    /** Returns the scores of a span by leaderboard. */
    Map<String, BigDecimal> between(Instant start, Instant end) {
        Map<String, BigDecimal> sums = new HashMap<>();
        for (LocalDate day : caps.keySet()) {
            scores(day, end).forEach((board, score) -> sums.merge(board, score, BigDecimal::add));
            scores(day, start).forEach((board, score) -> sums.merge(board, score.negate(), BigDecimal::add));
        }
        sums.replaceAll((board, score) -> score.stripTrailingZeros());
        return sums;
    }

    /** Returns the scores of the events of a day before a time. */
    private Map<String, BigDecimal> scores(LocalDate day, Instant before) {
        List<ModelEvent> own = events.stream()
                .filter(event -> event.parties().contains(participant)
                        && event.occurredAt().isBefore(before)
                        && days.day(event, participant).equals(day))
                .toList();
        List<ModelEvent> received =
                own.stream().filter(event -> participant.equals(event.peer())).toList();
        long won =
                own.stream().filter(event -> participant.equals(event.winner())).count();
        BigDecimal social = points("0.3", own.size() - received.size(), caps.getOrDefault(day, 0))
                .add(points("2", senders(received), 2))
                .add(points("-0.5", received.size(), 6));
        BigDecimal overall = social.add(points("3", won, 2)).multiply(factor(day));
        return Map.of("social", social, "overall", overall.setScale(0, RoundingMode.HALF_UP));
    }

    private static int senders(List<ModelEvent> received) {
        return received.stream()
                .filter(event -> event.eventType().equals("dm.sent"))
                .map(ModelEvent::actor)
                .collect(toSet())
                .size();
    }

    private static BigDecimal points(String weight, long amount, int cap) {
        return new BigDecimal(weight).multiply(BigDecimal.valueOf(Math.min(amount, cap)));
    }

    /** The factor grows from 1 on the first day to 2 on the third. */
    private BigDecimal factor(LocalDate day) {
        int halves = Math.clamp(streakLengths.getOrDefault(day, 0) + 1, 2, 4);
        return BigDecimal.valueOf(halves).divide(BigDecimal.valueOf(2));
    }
}
