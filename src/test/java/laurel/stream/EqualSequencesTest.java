package laurel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.SocketFollower;
import laurel.TickingClock;
import laurel.Tries;
import laurel.event.EventClient;
import laurel.ingest.RedisServer;
import laurel.score.ScoreClient;
import laurel.webhook.Receiver;
import laurel.webhook.Receiver.Received;
import laurel.webhook.WebhookClient;
import laurel.webhook.message.MessageMaker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A webhook, a subscription and a Redis stream receive the same events in the same order. */
@Timeout(600)
class EqualSequencesTest {
    private static final int CHANGES = Tries.of(400, 1_000);
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final String FOLLOW = """
            subscription { eventOccurred(filter: {eventTypes: [ENTRY_ADDED, RANK_CHANGED]}) { node {
              eventType sequence
              ... on EntryAddedEvent { participant { externalId } rank score }
              ... on RankChangedEvent { participant { externalId } previousRank rank previousScore score } } } }
            """;

    @Test
    void receiveEqualSequences() throws IOException {
        try (var redis = RedisServer.start();
                var receiver = new Receiver();
                var server = LaurelServer.start(
                        new TickingClock(NOON),
                        Map.of(
                                "laurel.webhooks.allowed-hosts",
                                List.of(receiver.host()),
                                "laurel.webhooks.every",
                                "1h"));
                var publisher = PublisherFixture.start(
                        server, redis, "{app}:events", "JSON", "ENTRY_ADDED,RANK_CHANGED", 65_536, 100_000);
                var follower = SocketFollower.start(server.address(), FOLLOW, Map.of())) {
            var events = new EventClient(server.client());
            var webhooks = new WebhookClient(server);
            webhooks.id(receiver.url("/"), ", eventTypes: [ENTRY_ADDED, RANK_CHANGED]");
            events.create("arena", "{entryAdded: ALL, rankChanged: true, rankChangedTopCount: 5}", "");
            submit(new ScoreClient(server.client()), events);

            List<String> expected =
                    events.events().stream().map(EqualSequencesTest::event).toList();
            assertThat(expected).hasSizeGreaterThanOrEqualTo(CHANGES);
            publisher.publish();
            List<String> payloads = publisher.entries().stream()
                    .map(entry -> String.valueOf(entry.get("payload")))
                    .toList();
            assertThat(payloads.stream().map(EqualSequencesTest::message).toList())
                    .isEqualTo(expected);
            assertThat(delivered(server, webhooks, receiver, expected.size())).isEqualTo(payloads);
            assertThat(followed(follower, expected.size())).isEqualTo(expected);
        }
    }

    private static void submit(ScoreClient scores, EventClient events) {
        Random random = new Random(7);
        while (events.events().size() < CHANGES) {
            for (int batch = 0; batch < 10; batch++) {
                List<Map<String, Object>> items = new ArrayList<>();
                for (int item = 0; item < 5; item++) {
                    items.add(ScoreClient.score("arena", "p" + random.nextInt(60), random.nextInt(500)));
                }
                scores.submitAll(items);
            }
        }
    }

    private static List<String> delivered(LaurelServer server, WebhookClient webhooks, Receiver receiver, int size) {
        while (receiver.received().size() < size) {
            server.bean(MessageMaker.class).create(NOON);
            webhooks.serve(NOON);
        }
        return receiver.received().stream().map(Received::body).toList();
    }

    private static List<String> followed(SocketFollower follower, int size) {
        List<String> lines = new ArrayList<>();
        while (lines.size() < size) {
            lines.add(event(follower.next("eventOccurred").orElseThrow().node("node")));
        }
        return lines;
    }

    private static String event(Answer event) {
        return line(event.text("eventType").replace("_", ".").toLowerCase(Locale.ROOT), event.text("sequence"), event);
    }

    private static String message(String body) {
        try {
            Answer message =
                    new Answer(JsonMapper.createDefault().readValue(body, Argument.mapOf(String.class, Object.class)));
            return line(message.text("type"), message.text("sequence"), message.node("data"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String line(String type, String sequence, Answer data) {
        boolean changed = type.equals("rank.changed");
        return String.join(
                " ",
                type,
                sequence,
                data.text("participant", "externalId"),
                changed ? data.text("previousRank") : "-",
                data.text("rank"),
                changed ? data.text("previousScore") : "-",
                data.text("score"));
    }
}
