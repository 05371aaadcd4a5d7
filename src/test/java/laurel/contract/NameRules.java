package laurel.contract;

import graphql.schema.GraphQLNamedType;
import graphql.schema.GraphQLSchema;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.contract.Elements.InputField;

/** Rules for names of types, fields, arguments and values. */
final class NameRules {
    /**
     * Types that languages or their standard libraries declare. {@code Node} is defined by Relay. {@code Date} is a
     * scalar, for which clients do not declare a type.
     */
    private static final Set<String> TAKEN_TYPES = words("""
            Array Blob Boolean Character Class Data Document Element Error Event Exception File Function History Image
            Iterator List Location Map Math Module Notification Number Object Optional Promise Proxy Range Record Request
            Response Result Screen Selection Set Storage Symbol System Task Text Thread Timer Type URL Void Window Worker
            """);

    /** Words that are reserved in JavaScript, Java, Kotlin, Swift, C#, Dart or Python, or that are too vague. */
    private static final Set<String> TAKEN_FIELDS = words("""
            abstract and as assert async await base bool boolean break byte case catch char checked class const continue
            debugger decimal def default defer deinit del delegate delete do double elif else enum event except explicit
            export extends extension extern false final finally fixed float for foreach from fun func function global goto
            guard if implements implicit import in init inout instanceof int interface internal is lambda let lock long
            namespace native new nil none not null object open operator or out override package params pass private
            protected protocol public raise readonly ref repeat return sealed short sizeof static string struct subscript
            super switch synchronized this throw throws transient true try type typealias typeof uint ulong unchecked unsafe
            ushort using val var virtual void volatile when where while with yield
            """);

    /** Words for which the API has another name. */
    private static final Set<String> REPLACED = words("""
            among at attributes back carry days enabled every from fromRank full holders in keep left me placed rankOf
            refill repeated replayed setAside since through type unit until where zone zones groupZones
            """);

    private static final Set<String> REPLACED_TYPES = words("""
            Among DiscardedSetAside EntryChange FillChange LocalStanding Movement RankChange RankChanges Refusal SetAside
            Summary TopChange TrialMove
            """);

    private static final Pattern REPLACED_MUTATION =
            Pattern.compile("(adopt|define|discard|fill|forgive|make|save|see|try|unforgive)[A-Z].*");

    /** Numbers that are not counts: ranks, versions, differences, requested sizes. */
    private static final Pattern NO_COUNT = Pattern.compile(
            "(?i)(\\w*(count|rank|position|number|version|revision|decimals|offset|delta|change|index|limit|size|status"
                    + "|score|points|cost|length|depth|level|percent|year|first|last|above|below|order|priority|atLeast|atMost))");

    private static final Predicate<String> INSTANT =
            Pattern.compile("\\w+At|startTime|endTime|time|\\w+Time").asMatchPredicate();

    private static final Predicate<String> DAY =
            Pattern.compile("\\w+Date|date|\\w+Day|day|\\w+On").asMatchPredicate();

    private final GraphQLSchema schema;

    private NameRules(GraphQLSchema schema) {
        this.schema = schema;
    }

    static Stream<Violation> check(GraphQLSchema schema) {
        var rules = new NameRules(schema);
        return Stream.of(
                        Elements.types(schema).stream().flatMap(NameRules::type),
                        Elements.fields(schema)
                                .flatMap(field -> Stream.concat(
                                        field(field.at(), field.name()),
                                        value(field.at(), field.name(), field.type()))),
                        Elements.inputFields(schema).flatMap(rules::input),
                        Elements.arguments(schema)
                                .flatMap(one -> Stream.concat(
                                        replaced(one.at(), one.name()),
                                        value(
                                                one.at(),
                                                one.name(),
                                                Elements.print(one.definition().getType())))),
                        Elements.enumValues(schema)
                                .filter(value -> !value.definition().getName().matches("[A-Z][A-Z0-9]*(_[A-Z0-9]+)*"))
                                .map(value -> new Violation("enum-value", value.at(), "is written in capitals")),
                        Elements.roots(schema, "Mutation")
                                .filter(field ->
                                        REPLACED_MUTATION.matcher(field.name()).matches())
                                .map(field -> new Violation(
                                        "mutation-name", field.at(), "begins with a verb that says more")))
                .flatMap(all -> all);
    }

    private static Stream<Violation> type(GraphQLNamedType type) {
        String name = type.getName();
        return Stream.concat(
                TAKEN_TYPES.contains(name)
                        ? Stream.of(new Violation("type-name", name, "would hide a type of clients' languages"))
                        : Stream.empty(),
                REPLACED_TYPES.contains(name) || name.startsWith("Deleted")
                        ? Stream.of(new Violation("type-name", name, "is replaced: see the table of names"))
                        : Stream.empty());
    }

    private static Stream<Violation> field(String at, String name) {
        return TAKEN_FIELDS.contains(name) && !REPLACED.contains(name)
                ? Stream.of(new Violation("field-name", at, "is a reserved word in a client's language"))
                : replaced(at, name);
    }

    private static Stream<Violation> replaced(String at, String name) {
        return REPLACED.contains(name)
                ? Stream.of(new Violation("field-name", at, "has a name that another replaces"))
                : Stream.empty();
    }

    /** Names of times, dates and numbers. */
    private static Stream<Violation> value(String at, String name, String type) {
        String reason =
                switch (type.replace("!", "")) {
                    case "DateTime" -> INSTANT.test(name) ? "" : "is an instant: its name ends in At";
                    case "Date" -> DAY.test(name) ? "" : "is a day: its name ends in Date or Day";
                    case "Int" ->
                        NO_COUNT.matcher(name).matches()
                                ? ""
                                : "is a number: its name ends in Count, unless it counts nothing";
                    case "Int64", "Float", "Boolean", "String" ->
                        name.matches("\\w+At") ? "is no instant: its name ends in At" : "";
                    default -> "";
                };
        return reason.isEmpty() ? Stream.empty() : Stream.of(new Violation("value-name", at, reason));
    }

    private Stream<Violation> input(InputField field) {
        return Stream.of(
                        field(field.at(), field.name()),
                        value(field.at(), field.name(), field.type()),
                        reference(field))
                .flatMap(all -> all);
    }

    /** Inputs that refer to another object end in its key or ID: {@code leaderboardKey}, {@code webhookId}. */
    private Stream<Violation> reference(InputField field) {
        if (field.owner().isOneOf()) {
            return Stream.empty();
        }
        String type = field.type().replaceAll("[\\[\\]!]", "");
        boolean id = type.equals("ID") && !field.name().matches("\\w+Ids?");
        boolean key = type.equals("String") && isObject(field.name());
        boolean own = type.equals("String")
                && field.name().equals("key")
                && field.owner().getName().matches(CHANGES);
        return id || key || own
                ? Stream.of(new Violation("reference-name", field.at(), "names another object: <type>Key or <type>Id"))
                : Stream.empty();
    }

    private static final String CHANGES =
            "(Update|Delete|Archive|Unarchive|Award|Revoke|Backfill|Activate|End|Start|Cancel)\\w*Input";

    private boolean isObject(String name) {
        String singular = name.replaceAll("s$", "");
        return Elements.types(schema).stream()
                .filter(type -> schema.getType(type.getName() + "Connection") != null
                        || type.getName().equals("App"))
                .map(GraphQLNamedType::getName)
                // A key is the key of an object, not an API key.
                .filter(type -> !type.equals("ApiKey") || !singular.equals("key"))
                .anyMatch(type -> type.equalsIgnoreCase(singular) || type.endsWith(capital(singular)));
    }

    private static String capital(String name) {
        return name.isEmpty() ? name : Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static Set<String> words(String text) {
        return Stream.of(text.strip().split("\\s+")).collect(Collectors.toSet());
    }
}
