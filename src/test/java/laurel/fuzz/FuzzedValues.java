package laurel.fuzz;

import graphql.schema.GraphQLEnumType;
import graphql.schema.GraphQLInputObjectField;
import graphql.schema.GraphQLInputObjectType;
import graphql.schema.GraphQLInputType;
import graphql.schema.GraphQLList;
import graphql.schema.GraphQLScalarType;
import graphql.schema.GraphQLType;
import graphql.schema.GraphQLTypeUtil;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Random values of input types: mostly plausible, often at the limits of the allowed range, sometimes of another type.
 */
final class FuzzedValues {
    private static final int KEPT_IDS = 300;
    private static final Pattern ID = Pattern.compile("\"(?:id|cursor|endCursor|startCursor|next)\":\"([^\"]+)\"");

    private static final List<String> ODD = List.of(
            "",
            " ",
            "\u0000",
            "a\u0000b",
            "\ud800",
            "\udc00x",
            "\ud83c\udfc6",
            "\n",
            "\u2028",
            "null",
            "-1",
            "1e400",
            "NaN",
            "9223372036854775808",
            "0000-01-01",
            "+10000-01-01",
            "2025-02-30",
            "0001-01-01T00:00:00+18:00",
            "9999-12-31T23:59:59-18:00",
            "' OR 1=1 --",
            "%_\\",
            "{\"a\": 1}",
            "x".repeat(65),
            "x".repeat(129),
            "x".repeat(201),
            "\ud83c\udfc6".repeat(64),
            "x".repeat(3_000));
    private static final List<Object> NUMBERS = List.of(
            0,
            1,
            -1,
            2,
            1_000,
            1_001,
            Integer.MAX_VALUE,
            Integer.MIN_VALUE,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            BigInteger.TWO.pow(63),
            BigInteger.TEN.pow(199),
            BigInteger.TEN.pow(200),
            new BigDecimal("0.1"),
            new BigDecimal("1e-30"),
            new BigDecimal("1e31"),
            new BigDecimal("1e199"),
            new BigDecimal("1." + "1".repeat(171) + "e-30"));
    private static final List<String> DAYS =
            List.of("2025-07-13", "2025-07-12", "2025-07-01", "2024-02-29", "0001-01-01", "0001-12-31", "9999-12-31");
    private static final List<String> MOMENTS = List.of(
            "2025-07-13T14:00:00Z",
            "2025-07-13T14:40:00+00:00",
            "2025-07-12T00:00:00-12:00",
            "2025-01-01T00:00:00.1234567Z",
            "0001-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999999Z");
    private static final List<String> SPANS = List.of(
            "PT5M", "PT0S", "P1D", "P7D", "P1W", "P1M", "PT1H", "-P1D", "P9999999D", "PT0.000000001S", "P1Y2M3D");
    /** Plausible values by the name of a field or argument. */
    private static final Map<String, List<String>> BY_NAME = Map.ofEntries(
            Map.entry("key", List.of("one", "two", "three", "daily", "first", "social")),
            Map.entry("leaderboardKey", List.of("one", "two", "three")),
            Map.entry("leaderboard", List.of("one", "two", "three")),
            Map.entry("streak", List.of("daily", "weekly")),
            Map.entry("policy", List.of("social", "mine")),
            Map.entry("badge", List.of("first", "second")),
            Map.entry("counter", List.of("games", "wins")),
            Map.entry("of", List.of("games", "wins")),
            Map.entry("pillar", List.of("play", "presence")),
            Map.entry("type", List.of("ACCOUNT", "GUILD", "game.ended", "points")),
            Map.entry("entityTypes", List.of("ACCOUNT", "GUILD")),
            Map.entry("eventTypes", List.of("game.ended", "game.won")),
            Map.entry("grouping", List.of("region", "platform")),
            Map.entry("groupings", List.of("region", "platform")),
            Map.entry("value", List.of("eu", "us", "pc")),
            Map.entry("timeZone", List.of("UTC", "Europe/Paris", "Asia/Kolkata", "+02:00")),
            Map.entry("url", List.of("https://example.org/hook", "http://127.0.0.1/")),
            Map.entry("imageUrl", List.of("https://example.org/a.png")),
            Map.entry("definitionKey", List.of("daily", "weekly", "all-time", "season")),
            Map.entry("windowDefinitionKey", List.of("daily", "weekly", "all-time", "season")),
            Map.entry("window", List.of("2025-07-13", "2025-W28", "2025", "ALL_TIME")),
            Map.entry("name", List.of("2025-07-13", "games", "Summer")));

    private static final List<String> PEOPLE = List.of("ann", "bob", "cem", "dan");

    private final Random random;
    private final Deque<String> ids = new ArrayDeque<>();

    FuzzedValues(Random random) {
        this.random = random;
    }

    /** Remembers the IDs and cursors of a response for later requests. */
    void remember(String answer) {
        ID.matcher(answer).results().limit(20).forEach(found -> {
            ids.addLast(found.group(1));
            if (ids.size() > KEPT_IDS) {
                ids.removeFirst();
            }
        });
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** A value for a field or argument of this name. */
    @Nullable
    Object of(String name, GraphQLInputType type) {
        if (random.nextInt(500) == 0) {
            return any(List.of(List.of(), Map.of(), 5, true, "x", BigInteger.TEN.pow(190)));
        }
        if (!GraphQLTypeUtil.isNonNull(type) && chance(5)) {
            return null;
        }
        GraphQLType plain = GraphQLTypeUtil.unwrapNonNull(type);
        return switch (plain) {
            case GraphQLList list -> list(name, (GraphQLInputType) list.getWrappedType());
            case GraphQLInputObjectType object -> object(object);
            case GraphQLEnumType constants ->
                new FuzzedText.Constant(any(constants.getValues()).getName());
            case GraphQLScalarType scalar -> scalar(name, scalar.getName());
            default -> throw new IllegalStateException("no input: " + plain);
        };
    }

    private List<@Nullable Object> list(String name, GraphQLInputType type) {
        int size = chance(2) ? 40 : random.nextInt(4);
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(of(name, type));
        }
        return list;
    }

    private Map<String, @Nullable Object> object(GraphQLInputObjectType type) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (GraphQLInputObjectField field : type.getFields()) {
            boolean needed = GraphQLTypeUtil.isNonNull(field.getType()) && !field.hasSetDefaultValue();
            if (chance(needed ? 99 : 35)) {
                object.put(field.getName(), of(field.getName(), field.getType()));
            }
        }
        return object;
    }

    private @Nullable Object scalar(String name, String type) {
        return switch (type) {
            case "Boolean" -> random.nextBoolean();
            case "Int", "Float", "Int64" -> chance(90) ? (Object) random.nextInt(12) : any(NUMBERS);
            case "Score" -> chance(60) ? (Object) Integer.toString(random.nextInt(100)) : any(NUMBERS);
            case "Date" -> chance(98) ? any(DAYS) : any(ODD);
            case "DateTime" -> chance(98) ? any(MOMENTS) : any(ODD);
            case "Duration" -> chance(95) ? any(SPANS) : any(ODD);
            case "GroupValues" -> group();
            case "JSONObject" -> json(0);
            case "ID" -> chance(80) && !ids.isEmpty() ? any(List.copyOf(ids)) : any(ODD);
            default -> text(name);
        };
    }

    private String text(String name) {
        if (chance(15)) {
            return any(ODD);
        }
        if ((name.equals("after") || name.equals("before")) && !ids.isEmpty() && chance(60)) {
            return any(List.copyOf(ids));
        }
        if (name.equals("id")) {
            return chance(80) ? any(PEOPLE) : "event-" + random.nextInt(1_000);
        }
        return any(BY_NAME.getOrDefault(name, PEOPLE));
    }

    private Map<String, Object> group() {
        Map<String, Object> group = new LinkedHashMap<>();
        for (String attribute : List.of("region", "platform")) {
            if (chance(50)) {
                group.put(attribute, chance(90) ? any(List.of("eu", "us", "pc")) : any(ODD));
            }
        }
        return group;
    }

    private Map<String, @Nullable Object> json(int depth) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String field = chance(3) ? "n".repeat(1_001) : any(List.of("a", "b", "scoreType", "ratingType"));
            object.put(field, jsonValue(depth + 1));
        }
        if (depth == 0 && chance(5)) {
            object.put("deep", nested(30 + random.nextInt(40)));
        }
        return object;
    }

    private @Nullable Object jsonValue(int depth) {
        return switch (random.nextInt(6)) {
            case 0 -> any(ODD);
            case 1 -> any(NUMBERS);
            case 2 -> random.nextBoolean();
            case 3 -> null;
            case 4 -> depth > 4 ? List.of() : List.of(json(depth));
            default -> "points";
        };
    }

    private static Object nested(int levels) {
        Object value = 1;
        for (int i = 0; i < levels; i++) {
            value = List.of(value);
        }
        return value;
    }
}
