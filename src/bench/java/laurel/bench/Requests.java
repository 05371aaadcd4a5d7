package laurel.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.bench.bed.Bed;
import laurel.bench.bed.Board;
import laurel.bench.bed.GraphQL;
import laurel.bench.measure.HttpConversation;
import laurel.bench.measure.Load;
import laurel.bench.measure.SocketLoad;

/** The GraphQL requests. Queries are serialized before the measurement, so that the client costs little. */
final class Requests {
    /** Enough requests that the same participant is rare. */
    private static final int PREPARED = 5_000;

    private static final String OF_RANKING = """
            query ($key: String!, $<variable>!) {
              leaderboard(key: $key) { window(select: {relative: {definitionKey: "all-time"}}) { ranking { <selection> } } }
            }
            """;
    private static final String WHO = "who: String";
    private static final String FROM = "from: Int";
    private static final String SIZE = "size: Int";
    private static final String RANK = "\"rank\"";
    private static final String PLACE = "{ rank score participant { externalId name } }";

    private final InetSocketAddress address;
    private final SplittableRandom random = new SplittableRandom();

    Requests(Bed bed) {
        address = bed.http();
    }

    /** The cost of any request. */
    Load typename(int clients) {
        ByteBuffer request = encode(GraphQL.body("{ __typename }", Map.of()));
        return load(clients, request::duplicate, "\"__typename\":\"query\"");
    }

    /** The score of a random participant: one look-up of a key. */
    Load score(Board board, int clients) {
        return ofRandomParticipant(
                board, clients, "standing(participant: {external: {externalId: $who}}) { score }", "\"score\"");
    }

    /** The rank of a random participant. */
    Load rank(Board board, int clients) {
        return ofRandomParticipant(
                board, clients, "standing(participant: {external: {externalId: $who}}) { rank }", RANK);
    }

    Load top(Board board, int size, int clients) {
        String selection = "standings(first: $size) { edges { node " + PLACE + " } }";
        return load(clients, prepared(SIZE, selection, random -> Map.of("key", board.key(), "size", size)), RANK);
    }

    /** Ten entries from a random position near the middle. */
    Load middle(Board board, int clients) {
        String selection = "standings(first: 10, fromPosition: $from) { edges { node " + PLACE + " } }";
        return load(clients, prepared(FROM, selection, random -> about(board, random)), RANK);
    }

    /** A random participant with five neighbours on either side. */
    Load around(Board board, int clients) {
        return ofRandomParticipant(
                board, clients, "around(participant: {external: {externalId: $who}}) { nodes " + PLACE + " }", RANK);
    }

    /** All kinds of queries in turn. */
    Load mixed(Board board, int clients) {
        String selection =
                "standing(participant: {external: {externalId: $who}}) { rank percentile } standings(first: 10) { edges { node "
                        + PLACE + " } } around(participant: {external: {externalId: $who}}) { nodes " + PLACE + " }";
        return ofRandomParticipant(board, clients, selection, RANK);
    }

    /** Requests that are made during the measurement. */
    Load made(int clients, Supplier<byte[]> bodies, String expected) {
        return load(clients, () -> encode(bodies.get()), expected);
    }

    private Load ofRandomParticipant(Board board, int clients, String selection, String expected) {
        return load(clients, prepared(WHO, selection, random -> randomParticipant(board, random)), expected);
    }

    private Load load(int clients, Supplier<ByteBuffer> requests, String expected) {
        return new SocketLoad(address, clients, new HttpConversation(requests, expected));
    }

    private static Map<String, Object> randomParticipant(Board board, SplittableRandom random) {
        return Map.of("key", board.key(), "who", Board.externalId(random.nextLong(board.size()) + 1));
    }

    private static Map<String, Object> about(Board board, SplittableRandom random) {
        int tenth = Math.max(1, board.size() / 10);
        return Map.of("key", board.key(), "from", board.size() / 2 + random.nextInt(tenth) - tenth / 2);
    }

    private Supplier<ByteBuffer> prepared(
            String variable, String selection, Function<SplittableRandom, Map<String, Object>> variables) {
        String document = OF_RANKING.replace("<variable>", variable).replace("<selection>", selection);
        ByteBuffer[] requests = Stream.generate(() -> encode(GraphQL.body(document, variables.apply(random))))
                .limit(PREPARED)
                .toArray(ByteBuffer[]::new);
        var next = IntStream.iterate(0, i -> (i + 1) % PREPARED).iterator();
        return () -> requests[next.nextInt()].duplicate();
    }

    private ByteBuffer encode(byte[] body) {
        byte[] head = ("POST /graphql HTTP/1.1\r\nHost: " + address.getHostString() + ":" + address.getPort()
                        + "\r\nContent-Type: application/json\r\nAccept: application/json\r\nContent-Length: "
                        + body.length + "\r\n\r\n")
                .getBytes(US_ASCII);
        return ByteBuffer.allocate(head.length + body.length)
                .put(head)
                .put(body)
                .flip();
    }
}
