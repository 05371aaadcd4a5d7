package laurel.activity.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** A day of one participant, and what it is worth by the social policy. */
final class SocialDay {
    private final String who;
    private final List<ModelEvent> events = new ArrayList<>();

    SocialDay(String who) {
        this.who = who;
    }

    void add(ModelEvent event) {
        events.add(event);
    }

    BigDecimal social() {
        return sum(
                worth("3", done("invite.accepted")),
                worth("5", done("friendship.accepted") + shared("friendship.accepted")),
                worth("0.3", Math.min(done("dm.sent"), 60)),
                worth("0.15", Math.min(done("room.message"), 80)));
    }

    BigDecimal engagement() {
        return sum(
                worth("2", done("game.ended") + shared("game.ended")),
                worth("3", won()),
                worth("1", Math.min(done("room.joined"), 6)),
                worth("2", Math.min(done("room.created"), 2)));
    }

    BigDecimal popularity() {
        return sum(
                worth("1", Math.min(senders("dm.sent").size(), 20)),
                worth("2", Math.min(senders("invite.accepted").size(), 10)));
    }

    /**
     * Divided once, at the end: some products are exactly half of what a board can tell.
     *
     * @param streak days in a row, this one included
     */
    BigDecimal overall(int streak, int decimals) {
        // 1 + 0.5 * (d - 1) / 29 is (57 + d) / 58.
        return sum(social(), engagement(), popularity())
                .multiply(BigDecimal.valueOf(57L + Math.clamp(streak, 1, 30)))
                .divide(BigDecimal.valueOf(58), decimals, RoundingMode.HALF_UP);
    }

    /** With whom something was done, whatever it was. */
    Set<String> peers() {
        return others(events);
    }

    /** Lines such as {@code dm.sent ACTOR 3 of 2}: events and different others. */
    List<String> lines() {
        Set<String> lines = new TreeSet<>();
        for (String type : new HashSet<>(events.stream().map(ModelEvent::type).toList())) {
            List<ModelEvent> all =
                    events.stream().filter(event -> event.type().equals(type)).toList();
            add(
                    lines,
                    type + " ACTOR ",
                    all.stream().filter(e -> e.actor().equals(who)).toList());
            add(
                    lines,
                    type + " PEER ",
                    all.stream().filter(e -> who.equals(e.peer())).toList());
            add(
                    lines,
                    type + " WINNER ",
                    all.stream().filter(e -> who.equals(e.winner())).toList());
        }
        return List.copyOf(lines);
    }

    private void add(Set<String> lines, String what, List<ModelEvent> of) {
        if (!of.isEmpty()) {
            lines.add(what + of.size() + " of " + others(of).size());
        }
    }

    private Set<String> others(List<ModelEvent> of) {
        Set<String> others = new TreeSet<>();
        of.stream().map(event -> event.other(who)).filter(Objects::nonNull).forEach(others::add);
        return others;
    }

    private int done(String type) {
        return (int) events.stream()
                .filter(event -> event.type().equals(type) && event.actor().equals(who))
                .count();
    }

    private int shared(String type) {
        return (int) events.stream()
                .filter(event -> event.type().equals(type) && who.equals(event.peer()))
                .count();
    }

    private int won() {
        return (int) events.stream()
                .filter(event -> event.type().equals("game.ended") && who.equals(event.winner()))
                .count();
    }

    private Set<String> senders(String type) {
        return new HashSet<>(events.stream()
                .filter(event -> event.type().equals(type) && who.equals(event.peer()))
                .map(ModelEvent::actor)
                .toList());
    }

    private static BigDecimal worth(String weight, int count) {
        return new BigDecimal(weight).multiply(BigDecimal.valueOf(count));
    }

    private static BigDecimal sum(BigDecimal... parts) {
        return List.of(parts).stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
