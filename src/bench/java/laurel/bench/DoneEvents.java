package laurel.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import laurel.bench.bed.Board;

/** Direct messages from one participant after the other to a random one. */
final class DoneEvents {
    private static final String MANY = """
            {"query":"mutation ($of: [RecordActivityInput!]!) { recordActivities(input: {items: $of}) { \
            acceptedCount failedCount } }","variables":{"of":[""";

    private final int participants;
    private final String prefix;
    private final AtomicLong next = new AtomicLong();
    private final SplittableRandom random = new SplittableRandom();

    /** @param prefix unique prefix of the event IDs */
    DoneEvents(String prefix, int participants) {
        this.prefix = prefix;
        this.participants = participants;
    }

    /** The body of a request that records a batch. */
    byte[] many(int size) {
        return IntStream.range(0, size)
                .mapToObj(i -> json(next.getAndIncrement()))
                .collect(Collectors.joining(",", MANY, "]}}"))
                .getBytes(US_ASCII);
    }

    /** The body of a request that records an event of another participant, to a random one. */
    byte[] of(String actor) {
        return (MANY + json(next.getAndIncrement(), actor) + "]}}").getBytes(US_ASCII);
    }

    /** An event as an entry of the stream of direct messages. */
    Map<String, String> entry() {
        long number = next.getAndIncrement();
        return Map.of("id", prefix + number, "from", actor(number), "to", peer(number));
    }

    private String json(long number) {
        return json(number, actor(number));
    }

    private String json(long number, String actor) {
        return "{\"externalId\":\"" + prefix + number + "\",\"eventType\":\"dm.sent\",\"actor\":{\"externalId\":\""
                + actor + "\"},\"peer\":{\"externalId\":\"" + peer(number) + "\"}}";
    }

    private String actor(long number) {
        return Board.externalId(number % participants + 1);
    }

    private String peer(long number) {
        long distance = 1 + random.nextLong(participants - 1);
        return Board.externalId((number + distance) % participants + 1);
    }
}
