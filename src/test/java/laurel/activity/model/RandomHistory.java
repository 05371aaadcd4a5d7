package laurel.activity.model;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import laurel.Tries;

/**
 * Random events of six participants of two regions over some weeks of a spring. Many events are close to midnight in some
 * time zone. Some days have more events than the social policy counts. Some events form a burst.
 */
final class RandomHistory {
    /** The clocks of the western region change on 8 March. */
    static final LocalDate FIRST_DAY = LocalDate.parse("2026-03-04");

    static final int DAYS = Tries.of(8, 40);

    private static final int PARTICIPANTS = 6;
    private static final List<String> TYPES_WITHOUT_PEER =
            List.of("heartbeat", "room.message", "room.joined", "room.created");
    private static final List<String> TYPES_WITH_PEER =
            List.of("dm.sent", "invite.accepted", "friendship.accepted", "game.ended");
    private static final Map<String, ZoneId> REGION_TIME_ZONES =
            Map.of("east", ZoneId.of("Asia/Tokyo"), "west", ZoneId.of("America/Los_Angeles"));
    private static final List<ZoneId> TIME_ZONES = List.of(
            ZoneId.of("UTC"),
            ZoneId.of("Europe/Paris"),
            ZoneId.of("America/Los_Angeles"),
            ZoneId.of("Asia/Tokyo"),
            ZoneId.of("+05:30"),
            ZoneId.of("Pacific/Auckland"));
    private static final Map<String, ZoneId> PARTICIPANT_TIME_ZONES = Map.of(
            "p0", ZoneId.of("Pacific/Auckland"),
            "p1", ZoneId.of("America/Los_Angeles"),
            "p2", ZoneId.of("Europe/Paris"),
            "p3", ZoneId.of("Asia/Kathmandu"));

    private final Random random;
    private final List<ModelEvent> events = new ArrayList<>();

    private RandomHistory(Random random) {
        this.random = random;
    }

    /** A day rule of a kind, with the time zones of this history. */
    static ModelDayRule dayRule(String kind) {
        return new ModelDayRule(
                kind,
                ZoneId.of("Europe/Paris"),
                kind.equals("GROUP") || kind.equals("DIRECTORY") ? REGION_TIME_ZONES : Map.of(),
                switch (kind) {
                    case "PARTICIPANT" -> PARTICIPANT_TIME_ZONES;
                    case "DIRECTORY" ->
                        IntStream.range(0, PARTICIPANTS)
                                .mapToObj(RandomHistory::name)
                                .collect(Collectors.toMap(
                                        Function.identity(),
                                        name -> requireNonNull(REGION_TIME_ZONES.get(region(name)))));
                    default -> Map.of();
                });
    }

    static List<ModelEvent> of(Random random) {
        RandomHistory history = new RandomHistory(random);
        for (int participant = 0; participant < PARTICIPANTS; participant++) {
            for (int day = 0; day < DAYS; day++) {
                // The first is active every day, the second on most days, the others on some.
                if (random.nextInt(10) < (participant < 2 ? 10 - participant : 3)) {
                    history.addDay(name(participant), FIRST_DAY.plusDays(day));
                }
            }
            history.addBursts(name(participant), random.nextInt(2));
        }
        // At least one burst has enough events to be muted; midnight UTC lies in it.
        history.addBurst(
                name(0),
                FIRST_DAY
                        .plusDays(5)
                        .atStartOfDay(TIME_ZONES.getFirst())
                        .minusSeconds(6)
                        .toInstant(),
                12,
                -1);
        return history.events;
    }

    static String name(int participant) {
        return "p" + participant;
    }

    static String region(String participant) {
        return (participant.charAt(1) - '0') % 2 == 0 ? "east" : "west";
    }

    private void addDay(String participant, LocalDate day) {
        int eventCount = random.nextInt(3);
        for (int n = 0; n <= eventCount; n++) {
            add(participant, randomType(), randomInstant(day));
        }
        if (random.nextInt(50) == 0) {
            String type = random.nextBoolean() ? "dm.sent" : "room.message";
            Instant noon = day.atTime(12, 0).atZone(TIME_ZONES.getFirst()).toInstant();
            for (int n = random.nextInt(50, 100); n > 0; n--) {
                add(participant, type, noon.plusSeconds(n));
            }
        }
    }

    private String randomType() {
        List<String> some = random.nextInt(3) == 0 ? TYPES_WITHOUT_PEER : TYPES_WITH_PEER;
        return some.get(random.nextInt(some.size()));
    }

    /** Any time of the day, or midnight in some time zone, or a microsecond before. */
    private Instant randomInstant(LocalDate day) {
        Instant midnight = day.atStartOfDay(TIME_ZONES.get(random.nextInt(TIME_ZONES.size())))
                .toInstant();
        return switch (random.nextInt(5)) {
            case 0 -> midnight;
            case 1 -> midnight.minusNanos(1_000);
            default -> midnight.plusMillis(random.nextInt(24 * 60 * 60 * 1_000));
        };
    }

    /** Six or seven events per second for six to eleven seconds; some bursts have one slower second. */
    private void addBursts(String participant, int count) {
        for (int n = 0; n < count; n++) {
            Instant from = FIRST_DAY
                    .plusDays(random.nextInt(DAYS))
                    .atStartOfDay(TIME_ZONES.get(random.nextInt(TIME_ZONES.size())))
                    .toInstant()
                    .minusSeconds(random.nextInt(10));
            addBurst(participant, from, 6 + random.nextInt(6), random.nextInt(40));
        }
    }

    private void addBurst(String participant, Instant from, int seconds, int slowSecond) {
        for (int second = 0; second < seconds; second++) {
            for (int i = 0; i < (second == slowSecond ? 5 : 6 + random.nextInt(2)); i++) {
                add(participant, "dm.sent", from.plusSeconds(second).plusMillis(100L * i));
            }
        }
    }

    private void add(String participant, String type, Instant occurredAt) {
        String peer = TYPES_WITH_PEER.contains(type) ? otherParticipant(participant) : null;
        String winner = type.equals("game.ended")
                ? List.of(participant, String.valueOf(peer), "").get(random.nextInt(3))
                : "";
        events.add(new ModelEvent(
                "e" + events.size(),
                type,
                participant,
                peer,
                winner.isEmpty() ? null : winner,
                region(participant),
                peer == null ? null : region(peer),
                occurredAt,
                random.nextInt(3) == 0 ? null : TIME_ZONES.get(random.nextInt(TIME_ZONES.size()))));
    }

    private String otherParticipant(String participant) {
        List<String> others = IntStream.range(0, PARTICIPANTS)
                .mapToObj(RandomHistory::name)
                .filter(other -> !other.equals(participant))
                .toList();
        return others.get(random.nextInt(others.size()));
    }

    /** A batch of events, sent when its last event arrives. */
    record Sending(Instant sentAt, List<ModelEvent> batch) {}

    /**
     * Splits events into batches in order of arrival. If events can be late, one in ten is sent twice.
     *
     * @param maxDelay     maximum delay of an event; with zero, each event is sent once and in order
     * @param maxBatchSize maximum number of events of a batch
     */
    static List<Sending> sendings(List<ModelEvent> events, Duration maxDelay, int maxBatchSize, Random random) {
        List<Sending> singles = new ArrayList<>();
        for (ModelEvent event : events) {
            for (int times = maxDelay.isPositive() && random.nextInt(10) == 0 ? 2 : 1; times > 0; times--) {
                long seconds =
                        maxDelay.isPositive() && random.nextBoolean() ? random.nextLong(maxDelay.toSeconds()) : 0;
                singles.add(new Sending(event.occurredAt().plusSeconds(seconds), List.of(event)));
            }
        }
        singles.sort(Comparator.comparing(Sending::sentAt));
        List<Sending> batches = new ArrayList<>();
        for (int from = 0;
                from < singles.size();
                from += batches.getLast().batch.size()) {
            int end = Math.min(from + 1 + random.nextInt(maxBatchSize), singles.size());
            batches.add(join(singles.subList(from, end)));
        }
        return batches;
    }

    private static Sending join(List<Sending> singles) {
        return new Sending(
                singles.getLast().sentAt,
                singles.stream().flatMap(one -> one.batch.stream()).toList());
    }
}
