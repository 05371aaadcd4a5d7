package laurel.ingest.mapping;

import static java.util.Objects.requireNonNull;
import static laurel.ingest.mapping.MappedEntries.events;
import static laurel.ingest.mapping.MappedEntries.scores;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import laurel.ingest.feed.FeedKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ready mappings, an entry of each kind. */
class SocialMappingTest {
    private static final Pattern FIELD = Pattern.compile("(\\w+)=([\\w:]+)");

    private final Mappings mappings = new Mappings(List.of("social", "community", "analytics"));

    @Test
    void definesStreamsOfEachMapping() {
        assertThat(String.join(
                        " ", mappings.all().stream().map(MappedStream::name).toList()))
                .isEqualTo("x:invites.events x:friendships.events x:chat.events x:roomchat.events x:rooms.events"
                        + " x:activities.events x:presence.heartbeats"
                        + " invites friendships chat roomchat rooms activities presence scores ratings");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "x:invites.events     | event=sent from=ada to=bea      | invite.sent         | -   | ada | -",
                "x:invites.events     | event=accepted from=ada to=bea  | invite.accepted     | -   | ada | bea",
                "x:invites.events     | event=declined from=ada to=bea  | invite.declined     | -   | bea | -",
                "x:invites.events     | event=cancelled from=ada to=bea | invite.cancelled    | -   | ada | -",
                "x:invites.events     | event=expired from=ada to=bea   | -                   | -   | -   | -",
                "x:friendships.events | event=accepted user_a=ada user_b=bea  | friendship.accepted  | - | ada | bea",
                "x:friendships.events | event=blocked user_a=ada user_b=bea   | friendship.blocked   | - | ada | -",
                "x:friendships.events | event=unblocked user_a=ada user_b=bea | friendship.unblocked | - | ada | -",
                "x:chat.events        | event=msg:new convo_id=7 from=ada to=bea | dm.sent        | -   | ada | bea",
                "x:roomchat.events    | event=msg:new room_id=7 user_id=ada  | room.message       | -   | ada | -",
                "x:rooms.events       | event=created room_id=7 user_id=ada  | room.created       | -   | ada | -",
                "x:rooms.events       | event=join room_id=7 user_id=ada     | room.joined        | -   | ada | -",
                "x:rooms.events       | event=leave room_id=7 user_id=ada    | room.left          | -   | ada | -",
                "x:rooms.events       | event=mute room_id=7 user_id=ada     | room.muted         | -   | ada | -",
                "x:rooms.events       | event=kick room_id=7 user_id=ada     | room.kicked        | -   | ada | -",
                "x:rooms.events       | event=role room_id=7 user_id=ada     | room.role          | -   | ada | -",
                "x:activities.events  | event=created kind=chess a=ada       | game.created       | -   | ada | -",
                "x:activities.events  | event=started kind=chess a=ada b=bea | game.started       | -   | ada | bea",
                "x:activities.events  | event=ended kind=chess a=ada b=bea   | game.ended         | -   | ada | bea",
                "x:presence.heartbeats | user_id=ada                         | heartbeat          | -   | ada | -",
                "invites     | status=accepted id=7 from=ada to=bea | invite.accepted     | invite:7       | ada | bea",
                "invites     | status=sent id=7 from=ada to=bea     | -                   | -              | -   | -",
                "friendships | status=accepted id=7 from=ada to=bea | friendship.accepted | friendship:7   | ada | bea",
                "friendships | status=requested from=ada to=bea     | -                   | -              | -   | -",
                "chat        | id=7 from=ada to=bea text=hello      | dm.sent             | dm:7           | ada | bea",
                "roomchat    | id=7 user=ada room=hall              | room.message        | room-message:7 | ada | -",
                "rooms       | action=created id=7 user=ada         | room.created        | room:7         | ada | -",
                "rooms       | action=joined id=8 user=bea          | room.joined         | room:8         | bea | -",
                "rooms       | action=left id=9 user=bea            | -                   | -              | -   | -",
                "activities  | status=ended id=7 user=ada           | game.ended          | game:7         | ada | -",
                "activities  | status=ended id=7 user=ada opponent=bea winner=bea | game.ended | game:7    | ada | bea",
                "activities  | status=started id=7 user=ada         | -                   | -              | -   | -",
                "presence    | status=heartbeat id=7 user=ada       | heartbeat           | presence:7     | ada | -",
                "presence    | status=online user=ada               | heartbeat | presence:1752417000000-0:heartbeat | ada | -",
                "presence    | status=offline user=ada              | -                   | -              | -   | -",
            })
    void mapsEachEntryToItsEvent(
            String stream,
            String fields,
            @Nullable String type,
            @Nullable String id,
            @Nullable String actor,
            @Nullable String peer) {
        var entry = new StreamEntry(stream, "1752417000000-0", fields(fields));
        var events = events(requireNonNull(mappings.of(stream)), entry);
        assertThat(events).hasSize(type == null ? 0 : 1);
        for (var event : events) {
            var other = event.peer();
            assertThat(event.eventType()).isEqualTo(type);
            assertThat(event.externalId()).isEqualTo(id == null ? stream + ":1752417000000-0:" + type : id);
            assertThat(event.actor().ref().externalId()).isEqualTo(actor);
            assertThat(other == null ? null : other.ref().externalId()).isEqualTo(peer);
        }
    }

    /** Without a time of its own, an entry happened when it was added. */
    @Test
    void takesTimeFromEntryId() {
        var entry = new StreamEntry("x:presence.heartbeats", "1752417000000-0", Map.of("user_id", "ada"));
        assertThat(events(requireNonNull(mappings.of(entry.stream())), entry))
                .singleElement()
                .matches(event -> Instant.ofEpochMilli(1752417000000L).equals(event.occurredAt()));
    }

    @Test
    void mapsScoresAndRatingsOfAnalytics() {
        var scores = requireNonNull(mappings.of("scores"));
        var ratings = requireNonNull(mappings.of("ratings"));
        assertThat(scores(
                        scores, new StreamEntry("scores", "5-0", fields("id=7 type=points participant=ada score=12"))))
                .singleElement()
                .matches(one ->
                        one.feedKind() == FeedKind.SCORE && "12".equals(one.score()) && one.leaderboardKey() == null);
        assertThat(scores(
                        ratings,
                        new StreamEntry("ratings", "5-0", fields("leaderboard=elo participant=ada rating=1512"))))
                .singleElement()
                .matches(one ->
                        one.feedKind() == FeedKind.RATING && one.externalId().equals("ratings:5-0"));
    }

    private static Map<String, String> fields(String text) {
        Map<String, String> fields = new HashMap<>();
        FIELD.matcher(text).results().forEach(field -> fields.put(field.group(1), field.group(2)));
        return fields;
    }
}
