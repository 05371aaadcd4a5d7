package laurel.ingest.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static laurel.ingest.mapping.MappedEntries.events;
import static laurel.ingest.mapping.MappedEntries.scores;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.CannotStartException;
import laurel.activity.ActivityEventInput;
import laurel.ingest.feed.FeedEventInput;
import laurel.request.StrictJson;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MappingTextTest {
    private static final String ID = "1752417000000-7";
    private static final Instant AT = Instant.parse("2025-07-13T14:30:00Z");

    @Test
    void mapsEntryToEventsAndScores() {
        MappedStream stream = only("""
                {"stream": "matches", "app": "chess", "events": [{
                  "when": {"status": ["over", "given-up"], "rated": "yes"}, "eventType": "game.ended", "externalId": "match/{id}",
                  "actor": {"externalId": "{white}", "entityType": "PLAYER", "name": "{whiteName}"},
                  "peer": {"externalId": "{black}", "entityType": "PLAYER"}, "winner": "{won}", "value": "{moves}",
                  "group": {"club": "{club}", "table": "t{table}"}, "peerGroup": {"club": "{blackClub}"},
                  "occurredAt": "{at}", "timeZone": "{zone}", "metadata": ["opening", "clock"]}]}
                """);
        assertThat(stream.app()).isEqualTo("chess");
        Map<String, String> fields = Map.ofEntries(
                Map.entry("status", "over"),
                Map.entry("rated", "yes"),
                Map.entry("id", "9"),
                Map.entry("white", "ada"),
                Map.entry("whiteName", "Ada"),
                Map.entry("black", "bea"),
                Map.entry("won", "bea"),
                Map.entry("moves", "41.50"),
                Map.entry("club", "north"),
                Map.entry("at", "1752414600"),
                Map.entry("zone", "+02:00"),
                Map.entry("opening", "Sicilian \"Dragon\""));
        ActivityEventInput event = events(stream, entry(fields)).getFirst();
        assertThat(event.externalId()).isEqualTo("match/9");
        assertThat(event.eventType()).isEqualTo("game.ended");
        assertThat(event.actor().ref().entityType()).isEqualTo("PLAYER");
        assertThat(event.actor().name()).isEqualTo("Ada");
        assertThat(requireNonNull(event.peer()).ref().externalId()).isEqualTo("bea");
        assertThat(event.winner()).isEqualTo(event.peer().ref());
        assertThat(event.value()).isEqualTo("41.50");
        assertThat(event.group()).isEqualTo(Map.of("club", "north"));
        assertThat(event.peerGroup()).isEmpty();
        assertThat(event.occurredAt()).isEqualTo("2025-07-13T13:50:00Z");
        assertThat(event.timeZone()).isEqualTo("+02:00");
        assertThat(requireNonNull(event.metadata()).text()).isEqualTo("{\"opening\":\"Sicilian \\\"Dragon\\\"\"}");
    }

    @Test
    void leavesOutMissingFieldsAndDerivesIdAndTimeFromEntryId() {
        MappedStream stream = only("""
                {"stream": "s", "events": [{"eventType": "dm.sent", "externalId": "{id}", "actor": "{from}", "peer": "{to}",
                  "winner": "{won}", "occurredAt": "{at}", "timeZone": "{zone}", "group": {"club": "{club}"}}]}
                """);
        ActivityEventInput event =
                events(stream, entry(Map.of("from", "ada", "to", " "))).getFirst();
        assertThat(event.externalId()).isEqualTo("s:" + ID + ":dm.sent");
        assertThat(event.actor().ref().entityType()).isEqualTo("ACCOUNT");
        assertThat(event.peer()).isNull();
        assertThat(event.winner()).isNull();
        assertThat(event.group()).isEmpty();
        assertThat(event.occurredAt()).isEqualTo(AT);
        assertThat(event.timeZone()).isNull();
    }

    @Test
    void readsValuesInJsonOfField() {
        MappedStream stream = only("""
                {"stream": "s", "events": [{"eventType": "x", "when": {"meta.kind": "chess"}, "actor": "{u}",
                  "winner": "{meta.won.by}", "value": "{meta.moves}", "group": "{place}"}]}
                """);
        Map<String, String> fields = Map.of(
                "u",
                "ada",
                "meta",
                "{\"kind\": \"chess\", \"won\": {\"by\": \"ada\"}, \"moves\": 12345678901234567890}",
                "place",
                "{\"club\": \"north\", \"board\": 3, \"hall\": null}");
        ActivityEventInput event = events(stream, entry(fields)).getFirst();
        assertThat(requireNonNull(event.winner()).externalId()).isEqualTo("ada");
        assertThat(event.value()).isEqualTo("12345678901234567890");
        assertThat(event.group()).isEqualTo(Map.of("club", "north", "board", "3"));
        assertThat(types(stream, Map.of("u", "ada", "meta", "{\"kind\": \"go\"}")))
                .isEmpty();
        assertThat(types(stream, Map.of("u", "ada", "meta.kind", "chess"))).containsExactly("x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"u\": \"ada\", \"meta\": \"no JSON\"}           | meta is not a JSON object",
                "{\"u\": \"ada\", \"meta\": \"[]\"}                | meta is not a JSON object",
                "{\"u\": \"ada\", \"place\": \"north\"}            | {place} is not a JSON object",
                "{\"u\": \"ada\", \"place\": \"{\\\"club\\\": []}\"} | \"club\" in {place} is not a text",
            })
    void reportsFieldThatIsNotJsonObject(String fields, String why) {
        MappedStream stream = only("""
                {"stream": "s", "events": [{"eventType": "x", "actor": "{u}", "winner": "{meta.winner}", "group": "{place}"}]}
                """);
        assertThatThrownBy(() -> events(stream, entry(fields(fields))))
                .isInstanceOf(MappedStream.UnusableEntryException.class)
                .hasMessage(why);
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"player\": \"ada\", \"rating\": 1510}', 1510",
        "'{\"player\": \"ada\", \"rating\": \"1510\"}', 1510",
        "'{\"player\": \"ada\", \"rating\": null}',",
        "'{\"player\": \"ada\", \"rating\": \" \"}',",
    })
    void readsScoreInJsonOfField(String meta, @Nullable String score) {
        assertThat(scores(nestedScore(), entry(Map.of("meta", meta))))
                .extracting(
                        one -> one.participant().ref().externalId(),
                        FeedEventInput::score,
                        FeedEventInput::leaderboardKey)
                .containsExactly(tuple("ada", score, "elo"));
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"player\": \"ada\"}'",
        "'{\"player\": \"ada\", \"rating\": {}}'",
        "'{\"player\": \"ada\", \"rating\": [1510]}'",
    })
    void reportsMissingScoreInJsonOfField(String meta) {
        assertThatThrownBy(() -> scores(nestedScore(), entry(Map.of("meta", meta))))
                .isInstanceOf(MappedStream.UnusableEntryException.class)
                .hasMessage("The entry has no {meta.rating}");
    }

    private static MappedStream nestedScore() {
        return only("""
                {"stream": "s", "scores": [{"feedKind": "RATING", "leaderboardKey": "elo", "participant": "{meta.player}",
                  "score": "{meta.rating}"}]}
                """);
    }

    @Test
    void mapsEntryToEveryMatchingEvent() {
        MappedStream stream = only("""
                {"stream": "s", "events": [{"when": {"kind": "a"}, "eventType": "x", "actor": "{u}"},
                  {"when": {"kind": ["a", "b"]}, "eventType": "y", "actor": "{u}"}],
                 "scores": [{"when": {"kind": "a"}, "feedKind": "SCORE", "leaderboardKey": "one", \
                    "participant": "{u}", "score": "1"},
                  {"feedKind": "RATING", "scoreType": "elo", "participant": "{u}", "score": "{r}"}]}
                """);
        assertThat(types(stream, Map.of("kind", "a", "u", "ada"))).containsExactly("x", "y");
        assertThat(types(stream, Map.of("kind", "b", "u", "ada"))).containsExactly("y");
        assertThat(types(stream, Map.of("u", "ada"))).isEmpty();
        assertThat(scores(stream, entry(Map.of("kind", "a", "u", "ada", "r", "1500"))))
                .extracting(FeedEventInput::leaderboardKey, FeedEventInput::score)
                .containsExactly(tuple("one", "1"));
        assertThat(scores(stream, entry(Map.of("kind", "b", "u", "ada", "r", "1500"))))
                .extracting(FeedEventInput::externalId, FeedEventInput::scoreType, FeedEventInput::achievedAt)
                .containsExactly(tuple("s:" + ID, "elo", AT));
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"u\": \" \"}', The entry has no {u}",
        "'{\"u\": \"ada\", \"at\": \"yesterday\"}', \"yesterday\" is not a time",
        "'{\"u\": \"ada\", \"at\": \"2025-07-13T14:30:00\"}', is not a time",
        "'{\"u\": \"ada\", \"won\": \"cleo\"}', The winner is neither",
    })
    void reportsWhyEntryDoesNotFitMapping(String fields, String why) {
        MappedStream stream = only("""
                {"stream": "s", "events": [{"eventType": "x", "actor": "{u}", "occurredAt": "{at}", "value": "{v}", "winner": \
                    "{won}"}]}
                """);
        assertThatThrownBy(() -> events(stream, entry(fields(fields))))
                .isInstanceOf(MappedStream.UnusableEntryException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]                                                  | it must be an object",
                "{\"streams\": {}}                                   | streams must be a list",
                "{\"streams\": [], \"stream\": 1}                    |"
                        + " stream is not a known name; known names are app, streams, about",
                "{\"app\": \"No\", \"streams\": []}                  | app must be the key of an app",
                "S {\"events\": []}                                  | streams[0].stream must be a string",
                "E {\"actor\": \"{u}\"}                              | streams[0].events[0].eventType must be a string",
                "E {\"eventType\": \"A B\", \"actor\": \"{u}\"} |"
                        + " streams[0].events[0].eventType must have 1 to 64 characters of a-z",
                "E {\"eventType\": \"a\"}                                 | streams[0].events[0].actor must be a string",
                "E {\"eventType\": \"a\", \"actor\": \"{u\"} | streams[0].events[0].actor \"{u\" is not a text with fields",
                "E {\"eventType\": \"a\", \"actor\": \"{@now}\"}          | streams[0].events[0].actor {@now} is unknown",
                "E {\"eventType\": \"a\", \"actor\": {\"externalId\": \"{u}\", \"entityType\": \"x\"}} |"
                        + " events[0].actor.entityType is not an entity type",
                "E {\"eventType\": \"a\", \"actor\": \"{u}\", \"when\": {\"k\": 1}} |"
                        + " streams[0].events[0].when.k must be a list",
                "E {\"eventType\": \"a\", \"actor\": \"{u}\", \"peers\": \"{v}\"} | streams[0].events[0].peers is not a known name",
                "D {\"eventType\": \"a\", \"actor\": \"{u}\"} | streams[0].events has two events of the type a without externalId",
                "F {\"feedKind\": \"ELO\", \"scoreType\": \"t\"} | streams[0].scores[0].feedKind must be SCORE or RATING",
                "F {\"feedKind\": \"SCORE\", \"participant\": \"{u}\"}   | streams[0].scores[0].leaderboardKey or"
                        + " scoreType must be set",
                "{                                                   | it is not valid JSON",
            })
    void reportsPathOfMistakeInMapping(String text, String why) {
        assertThatThrownBy(() -> MappingText.read(whole(text).getBytes(UTF_8)))
                .isInstanceOf(MappingObject.MappingException.class)
                .hasMessageContaining(why);
    }

    @Test
    void limitsLengthOfIdsWithoutExternalId() {
        String id = "18446744073709551615-18446744073709551615";
        MappedStream stream = only(withType("t".repeat(21)));
        StreamEntry entry = new StreamEntry(stream.name(), id, Map.of("u", "ada", "at", "2025-07-13T14:30:00Z"));
        assertThat(events(stream, entry).getFirst().externalId()).hasSize(Text.MAX_ID);
        assertThatThrownBy(() -> only(withType("t".repeat(22))))
                .isInstanceOf(MappingObject.MappingException.class)
                .hasMessage("streams[0].events has the type " + "t".repeat(22) + " without externalId: its IDs in the"
                        + " stream " + "s".repeat(64) + " can have 129 characters, more than the maximum of 128");
        assertThat(only(withType("t".repeat(22) + "\", \"externalId\": \"{id}")).events())
                .hasSize(1);
    }

    /** A stream with the longest name. */
    private static String withType(String type) {
        return "{\"stream\": \"" + "s".repeat(64) + "\", \"events\": [{\"eventType\": \"" + type
                + "\", \"actor\": \"{u}\", \"occurredAt\": \"{at}\"}]}";
    }

    /**
     * Completes an abbreviated mapping: S is a stream without a name, E an event, D the same event twice, F a score.
     */
    private static String whole(String text) {
        String stream = "{\"streams\": [{\"stream\": \"s\", ";
        String part = text.substring(1);
        return switch (text.charAt(0)) {
            case 'S' -> "{\"streams\": [" + part + "]}";
            case 'E' -> stream + "\"events\": [" + part + "]}]}";
            case 'D' -> stream + "\"events\": [" + part + ", " + part + "]}]}";
            case 'F' -> stream + "\"scores\": [" + part + "]}]}";
            default -> text;
        };
    }

    @Test
    void failsStartForUnknownMapping() {
        assertThatThrownBy(() -> new Mappings(List.of("sociable")))
                .isInstanceOf(CannotStartException.class)
                .hasMessage("laurel.streams.mapping, sociable: it is neither a built-in mapping nor a readable file");
        assertThatThrownBy(() -> new Mappings(List.of("social", " social")))
                .isInstanceOf(CannotStartException.class)
                .hasMessageEndingWith("the stream x:invites.events is mapped twice");
    }

    private static List<String> types(MappedStream stream, Map<String, String> fields) {
        return events(stream, entry(fields)).stream()
                .map(ActivityEventInput::eventType)
                .toList();
    }

    private static MappedStream only(String stream) {
        return MappingText.read(("{\"streams\": [" + stream + "]}").getBytes(UTF_8))
                .getFirst();
    }

    private static Map<String, String> fields(String json) {
        var entry = new HashMap<String, String>();
        ((Map<?, ?>) requireNonNull(StrictJson.read(json.getBytes(UTF_8), "fields")))
                .forEach((name, value) -> entry.put((String) name, (String) value));
        return entry;
    }

    private static StreamEntry entry(Map<String, String> fields) {
        return new StreamEntry("s", ID, fields);
    }
}
