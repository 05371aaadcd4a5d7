package laurel.ingest.mapping;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import laurel.ingest.feed.FeedKind;
import laurel.ingest.mapping.MappedStream.MappedEvent;
import laurel.ingest.mapping.MappedStream.MappedGroup;
import laurel.ingest.mapping.MappedStream.MappedParty;
import laurel.participant.EntityType;
import laurel.request.AppSource;
import laurel.request.RefusedException;
import laurel.request.RequestException;
import laurel.request.StrictJson;
import laurel.request.Text;

/** Reads the JSON of a mapping. Unknown names are mistakes. */
final class MappingText {
    /** The same rule as for the types of activity events. */
    private static final Pattern TYPE = Pattern.compile("[a-z0-9._-]{1,64}");

    /** Longest ID of an entry in Redis: two unsigned numbers of 64 bits, and a hyphen. */
    private static final int MAX_ENTRY_ID = 41;

    private MappingText() {}

    /** Throws MappingException. */
    static List<MappedStream> read(byte[] json) {
        try {
            MappingObject whole =
                    MappingObject.of("", StrictJson.read(json, "It")).only("app", "streams", "about");
            String app = app(whole, AppSource.DEFAULT_APP_KEY);
            return whole.parts("streams").stream()
                    .map(part -> stream(part, app))
                    .toList();
        } catch (RequestException e) {
            throw new MappingObject.MappingException("", "is not valid JSON: " + e.getMessage());
        }
    }

    private static String app(MappingObject part, String otherwise) {
        String app = part.string("app", otherwise);
        if (!Text.isKey(app)) {
            throw part.wrong("app", "must be the key of an app");
        }
        return app;
    }

    private static MappedStream stream(MappingObject part, String app) {
        part.only("stream", "app", "about", "events", "scores");
        String name = part.string("stream");
        if (name.length() > 64) {
            throw part.wrong("stream", "must have at most 64 characters");
        }
        List<MappedEvent> events =
                part.parts("events").stream().map(MappingText::event).toList();
        checkIds(part, events);
        checkIdLengths(part, name, events);
        return new MappedStream(
                name,
                app(part, app),
                events,
                part.parts("scores").stream().map(MappingText::score).toList());
    }

    /** Without an external ID, two events of one type would get the same one. */
    private static void checkIds(MappingObject part, List<MappedEvent> events) {
        Set<String> types = new HashSet<>();
        events.stream()
                .filter(event -> event.id() == null && !types.add(event.type()))
                .findFirst()
                .ifPresent(event -> {
                    throw part.wrong("events", "has two events of the type " + event.type() + " without externalId");
                });
    }

    /** Without an external ID, an event gets one of its stream, the entry and its type. */
    private static void checkIdLengths(MappingObject part, String stream, List<MappedEvent> events) {
        for (MappedEvent event : events) {
            int length = stream.length() + 1 + MAX_ENTRY_ID + 1 + event.type().length();
            if (event.id() == null && length > Text.MAX_ID) {
                throw part.wrong(
                        "events",
                        "has the type " + event.type() + " without externalId: its IDs in the stream " + stream
                                + " can have " + length + " characters, more than the maximum of " + Text.MAX_ID);
            }
        }
    }

    private static MappedEvent event(MappingObject part) {
        part.only(
                "when",
                "eventType",
                "externalId",
                "actor",
                "peer",
                "winner",
                "value",
                "group",
                "peerGroup",
                "occurredAt",
                "timeZone",
                "metadata");
        String type = part.string("eventType");
        if (!TYPE.matcher(type).matches()) {
            throw part.wrong("eventType", "must have 1 to 64 characters of a-z, 0-9, '.', '_' and '-'");
        }
        return new MappedEvent(
                when(part),
                type,
                part.optionalTemplate("externalId"),
                party(part, "actor"),
                part.has("peer") ? party(part, "peer") : null,
                part.optionalTemplate("winner"),
                part.optionalTemplate("value"),
                group(part, "group"),
                part.has("peerGroup") ? group(part, "peerGroup") : null,
                part.optionalTemplate("occurredAt"),
                part.optionalTemplate("timeZone"),
                part.strings("metadata"));
    }

    private static MappedStream.MappedScore score(MappingObject part) {
        part.only(
                "when",
                "feedKind",
                "externalId",
                "leaderboardKey",
                "scoreType",
                "participant",
                "score",
                "group",
                "achievedAt");
        if (!part.has("leaderboardKey") && !part.has("scoreType")) {
            throw part.wrong("leaderboardKey", "or scoreType must be set");
        }
        return new MappedStream.MappedScore(
                when(part),
                kind(part),
                part.optionalTemplate("externalId"),
                part.optionalTemplate("leaderboardKey"),
                part.optionalTemplate("scoreType"),
                party(part, "participant"),
                part.template("score"),
                group(part, "group"),
                part.optionalTemplate("achievedAt"));
    }

    /** {@code {"region": "{region}"}}, or {@code "{group}"} for a field with a JSON object. */
    private static MappedGroup group(MappingObject part, String name) {
        return part.values().get(name) instanceof String
                ? new MappedGroup(Map.of(), part.template(name))
                : new MappedGroup(part.part(name).templates(), null);
    }

    private static FeedKind kind(MappingObject part) {
        return switch (part.string("feedKind")) {
            case "SCORE" -> FeedKind.SCORE;
            case "RATING" -> FeedKind.RATING;
            default -> throw part.wrong("feedKind", "must be SCORE or RATING");
        };
    }

    private static MappedStream.When when(MappingObject part) {
        MappingObject conditions = part.part("when");
        Map<String, Set<String>> values = new HashMap<>();
        conditions.values().keySet().forEach(field -> values.put(field, Set.copyOf(conditions.strings(field))));
        return new MappedStream.When(values);
    }

    /** {@code "{user}"}, or {@code {"externalId": "{user}", "entityType": "ACCOUNT", "name": "{nick}"}}. */
    private static MappedParty party(MappingObject part, String name) {
        if (!(part.values().get(name) instanceof Map)) {
            return new MappedParty(part.template(name), Template.parse(MappedParty.ACCOUNT), null);
        }
        MappingObject party = part.part(name).only("externalId", "entityType", "name");
        return new MappedParty(party.template("externalId"), entityType(party), party.optionalTemplate("name"));
    }

    private static Template entityType(MappingObject party) {
        String type = party.string("entityType", MappedParty.ACCOUNT);
        try {
            return type.indexOf('{') >= 0 ? party.template("entityType") : Template.parse(EntityType.checked(type));
        } catch (RefusedException e) {
            throw party.wrong("entityType", "is not an entity type: " + e.getMessage());
        }
    }
}
