package laurel.activity.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Events of one participant on one local day, and the day's scores under the social policy.
 *
 * <p>Each pillar is a sum of terms: points times a number of events or of different peers, some up to a daily maximum.
 * {@code overall} is the sum of the pillars times a factor that grows with the streak: 1 on the first day, 1.5 from the
 * 30th day on.
 */
final class ModelDay {
    private final String participant;
    private final List<ModelEvent> events = new ArrayList<>();

    ModelDay(String participant) {
        this.participant = participant;
    }

    void add(ModelEvent event) {
        events.add(event);
    }

    BigDecimal social() {
        return sum(
                points("3", asActor("invite.accepted")),
                points("5", asActor("friendship.accepted") + asPeer("friendship.accepted")),
                points("0.3", Math.min(asActor("dm.sent"), 60)),
                points("0.15", Math.min(asActor("room.message"), 80)));
    }

    BigDecimal engagement() {
        return sum(
                points("2", asActor("game.ended") + asPeer("game.ended")),
                points("3", gamesWon()),
                points("1", Math.min(asActor("room.joined"), 6)),
                points("2", Math.min(asActor("room.created"), 2)));
    }

    BigDecimal popularity() {
        return sum(
                points("1", Math.min(senders("dm.sent").size(), 20)),
                points("2", Math.min(senders("invite.accepted").size(), 10)));
    }

    /**
     * Divides once, at the end, because some products lie exactly halfway between two scores of the leaderboard.
     *
     * @param streak length of the streak on this day, including this day
     */
    BigDecimal overall(int streak, int decimals) {
        // The factor on day d is 1 + 0.5 * (d - 1) / 29 = (57 + d) / 58.
        return sum(social(), engagement(), popularity())
                .multiply(BigDecimal.valueOf(57L + Math.clamp(streak, 1, 30)))
                .divide(BigDecimal.valueOf(58), decimals, RoundingMode.HALF_UP);
    }

    /** Lines such as {@code dm.sent ACTOR 3 of 2}: number of events and of different other parties. */
    List<String> lines() {
        Set<String> lines = new TreeSet<>();
        for (String type :
                new HashSet<>(events.stream().map(ModelEvent::eventType).toList())) {
            List<ModelEvent> ofType = events.stream()
                    .filter(event -> event.eventType().equals(type))
                    .toList();
            addLine(
                    lines,
                    type + " ACTOR ",
                    ofType.stream().filter(e -> e.actor().equals(participant)).toList());
            addLine(
                    lines,
                    type + " PEER ",
                    ofType.stream().filter(e -> participant.equals(e.peer())).toList());
            addLine(
                    lines,
                    type + " WINNER ",
                    ofType.stream().filter(e -> participant.equals(e.winner())).toList());
        }
        return List.copyOf(lines);
    }

    private void addLine(Set<String> lines, String prefix, List<ModelEvent> some) {
        if (!some.isEmpty()) {
            lines.add(prefix + some.size() + " of " + otherParties(some).size());
        }
    }

    private Set<String> otherParties(List<ModelEvent> some) {
        Set<String> others = new TreeSet<>();
        some.stream()
                .map(event -> event.otherParty(participant))
                .filter(Objects::nonNull)
                .forEach(others::add);
        return others;
    }

    private int asActor(String type) {
        return (int) events.stream()
                .filter(event -> event.eventType().equals(type) && event.actor().equals(participant))
                .count();
    }

    private int asPeer(String type) {
        return (int) events.stream()
                .filter(event -> event.eventType().equals(type) && participant.equals(event.peer()))
                .count();
    }

    private int gamesWon() {
        return (int) events.stream()
                .filter(event -> event.eventType().equals("game.ended") && participant.equals(event.winner()))
                .count();
    }

    private Set<String> senders(String type) {
        return new HashSet<>(events.stream()
                .filter(event -> event.eventType().equals(type) && participant.equals(event.peer()))
                .map(ModelEvent::actor)
                .toList());
    }

    private static BigDecimal points(String weight, int count) {
        return new BigDecimal(weight).multiply(BigDecimal.valueOf(count));
    }

    private static BigDecimal sum(BigDecimal... parts) {
        return List.of(parts).stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
