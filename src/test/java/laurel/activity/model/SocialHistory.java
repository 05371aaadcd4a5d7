package laurel.activity.model;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import laurel.Tries;

/**
 * What six participants of two regions do in some weeks of a spring: on most days, often about midnight somewhere, some
 * days more than counts, and now and then as no person would.
 */
final class SocialHistory {
    static final LocalDate FIRST = LocalDate.parse("2026-02-20");
    static final int DAYS = Tries.of(8, 40);

    private static final int PARTICIPANTS = 6;
    private static final List<String> ALONE = List.of("heartbeat", "room.message", "room.joined", "room.created");
    private static final List<String> TOGETHER =
            List.of("dm.sent", "invite.accepted", "friendship.accepted", "game.ended");
    private static final Map<String, ZoneId> REGIONS =
            Map.of("east", ZoneId.of("Asia/Tokyo"), "west", ZoneId.of("America/Los_Angeles"));
    private static final List<ZoneId> ZONES = List.of(
            ZoneId.of("UTC"),
            ZoneId.of("Europe/Paris"),
            ZoneId.of("America/Los_Angeles"),
            ZoneId.of("Asia/Tokyo"),
            ZoneId.of("+05:30"),
            ZoneId.of("Pacific/Auckland"));
    private static final Map<String, ZoneId> HOMES = Map.of(
            "p0", ZoneId.of("Pacific/Auckland"),
            "p1", ZoneId.of("America/Los_Angeles"),
            "p2", ZoneId.of("Europe/Paris"),
            "p3", ZoneId.of("Asia/Kathmandu"));

    private final Random random;
    private final List<ModelEvent> events = new ArrayList<>();

    private SocialHistory(Random random) {
        this.random = random;
    }

    /** The days of a basis, in the zones of this history. */
    static ModelDays days(String basis) {
        return new ModelDays(
                basis,
                ZoneId.of("Europe/Paris"),
                basis.equals("GROUP") ? REGIONS : Map.of(),
                basis.equals("PARTICIPANT") ? HOMES : Map.of());
    }

    static List<ModelEvent> of(Random random) {
        SocialHistory history = new SocialHistory(random);
        for (int who = 0; who < PARTICIPANTS; who++) {
            for (int day = 0; day < DAYS; day++) {
                // One is there every day, one nearly so, the others now and then.
                if (random.nextInt(10) < (who < 2 ? 10 - who : 3)) {
                    history.day(name(who), FIRST.plusDays(day));
                }
            }
            history.bursts(name(who), random.nextInt(2));
        }
        // One at least is long enough, about midnight in Greenwich.
        history.burst(
                name(0),
                FIRST.plusDays(5).atStartOfDay(ZONES.getFirst()).minusSeconds(6).toInstant(),
                12,
                -1);
        return history.events;
    }

    static String name(int who) {
        return "p" + who;
    }

    static String region(String who) {
        return (who.charAt(1) - '0') % 2 == 0 ? "east" : "west";
    }

    private void day(String who, LocalDate day) {
        int ordinary = random.nextInt(3);
        for (int n = 0; n <= ordinary; n++) {
            add(who, type(), moment(day));
        }
        if (random.nextInt(50) == 0) {
            String much = random.nextBoolean() ? "dm.sent" : "room.message";
            Instant noon = day.atTime(12, 0).atZone(ZONES.getFirst()).toInstant();
            for (int n = random.nextInt(50, 100); n > 0; n--) {
                add(who, much, noon.plusSeconds(n));
            }
        }
    }

    private String type() {
        List<String> some = random.nextInt(3) == 0 ? ALONE : TOGETHER;
        return some.get(random.nextInt(some.size()));
    }

    /** Whenever, or when a day begins somewhere, or just before. */
    private Instant moment(LocalDate day) {
        Instant midnight =
                day.atStartOfDay(ZONES.get(random.nextInt(ZONES.size()))).toInstant();
        return switch (random.nextInt(5)) {
            case 0 -> midnight;
            case 1 -> midnight.minusNanos(1_000);
            default -> midnight.plusMillis(random.nextInt(24 * 60 * 60 * 1_000));
        };
    }

    /** Six or seven a second, for nine to thirteen seconds; at times with a second in between in which less is done. */
    private void bursts(String who, int count) {
        for (int n = 0; n < count; n++) {
            Instant from = FIRST.plusDays(random.nextInt(DAYS))
                    .atStartOfDay(ZONES.get(random.nextInt(ZONES.size())))
                    .toInstant()
                    .minusSeconds(random.nextInt(10));
            burst(who, from, 9 + random.nextInt(5), random.nextInt(40));
        }
    }

    private void burst(String who, Instant from, int seconds, int slow) {
        for (int second = 0; second < seconds; second++) {
            for (int i = 0; i < (second == slow ? 5 : 6 + random.nextInt(2)); i++) {
                add(who, "dm.sent", from.plusSeconds(second).plusMillis(100L * i));
            }
        }
    }

    private void add(String who, String type, Instant at) {
        String peer = TOGETHER.contains(type) ? someoneBut(who) : null;
        String winner = type.equals("game.ended")
                ? List.of(who, String.valueOf(peer), "").get(random.nextInt(3))
                : "";
        events.add(new ModelEvent(
                "e" + events.size(),
                type,
                who,
                peer,
                winner.isEmpty() ? null : winner,
                region(who),
                peer == null ? null : region(peer),
                at,
                random.nextInt(3) == 0 ? null : ZONES.get(random.nextInt(ZONES.size()))));
    }

    private String someoneBut(String who) {
        List<String> others = IntStream.range(0, PARTICIPANTS)
                .mapToObj(SocialHistory::name)
                .filter(other -> !other.equals(who))
                .toList();
        return others.get(random.nextInt(others.size()));
    }

    /** When what is sent: a batch, and when its last event arrives. */
    record Sending(Instant at, List<ModelEvent> batch) {}

    /**
     * In order of arrival, cut into batches. Where events may be late, one in ten is sent twice.
     *
     * @param latest how late events arrive at most; where it is nothing, they are sent once and in order
     * @param most   events of a batch
     */
    static List<Sending> sendings(List<ModelEvent> events, Duration latest, int most, Random random) {
        List<Sending> singles = new ArrayList<>();
        for (ModelEvent event : events) {
            for (int times = latest.isPositive() && random.nextInt(10) == 0 ? 2 : 1; times > 0; times--) {
                long seconds = latest.isPositive() && random.nextBoolean() ? random.nextLong(latest.toSeconds()) : 0;
                singles.add(new Sending(event.at().plusSeconds(seconds), List.of(event)));
            }
        }
        singles.sort(Comparator.comparing(Sending::at));
        List<Sending> batches = new ArrayList<>();
        for (int from = 0;
                from < singles.size();
                from += batches.getLast().batch.size()) {
            int end = Math.min(from + 1 + random.nextInt(most), singles.size());
            batches.add(together(singles.subList(from, end)));
        }
        return batches;
    }

    private static Sending together(List<Sending> singles) {
        return new Sending(
                singles.getLast().at,
                singles.stream().flatMap(one -> one.batch.stream()).toList());
    }
}
