package laurel.contract;

import graphql.schema.GraphQLEnumType;
import graphql.schema.GraphQLSchema;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.contract.Elements.Described;

/** Rules for descriptions. */
final class DescriptionRules {
    private static final int LONGEST = 600;

    private static final Pattern LIMIT = Pattern.compile("service\\.limits\\.(\\w+)");

    /** Relay's specification describes these elements. */
    private static final Predicate<String> RELAY = Pattern.compile(
                    "\\w+Connection\\.(edges|nodes|pageInfo)|\\w+Edge\\.node")
            .asMatchPredicate();

    /** Arguments of connections, which have the same description everywhere. */
    private static final Map<String, String> PAGES = Map.of(
            "first", "Page size, 1-`service.limits.pageSize`.",
            "after", "Cursor of the item before the page: `endCursor` of the previous page.");

    /** Unusual expressions, each with the usual one. */
    private static final Map<Pattern, String> WORDS = Map.ofEntries(
            word("(?i)\\b(told|tells?|telling)\\b", "reported, emitted, returned"),
            word("(?i)\\bwhom\\b", "the participant"),
            word("^(Whose|Who|Whom|What|Which|Where|When|Why)\\b", "a noun: the participant, the time"),
            word("(?i)\\bwhere (there (is|are) )?(none|nobody|nothing)\\b", "if there is no ..."),
            word("(?i)\\b(where|that|there) ha(s|ve) none\\b", "without ..."),
            word("\\b(Null|Empty|None|Error|[0-9]) where\\b|; (null|empty|0) where\\b", "Null if ..."),
            word("(?i)\\b(it )?shall\\b", "is, must"),
            word("(?i)\\bbec(ame|ome|omes) of\\b", "result of ..."),
            word("(?i)\\bsomebody|nobody\\b", "a participant, no participant"),
            word("(?i)\\bfor ever\\b|\\bsince ever\\b", "never changes; has no end"),
            word("(?i)\\bleft out\\b|\\bDefault: ", "Defaults to ..., all if omitted"),
            word("(?i)\\b(says?|said)\\b", "specifies, contains"),
            word("(?i)\\banew\\b", "again"),
            word("(?i)\\bmet\\b", "created"),
            word("(?i)\\b(keeps?|has|have|is|are|takes?|any) no more\\b(?! than)", "no longer"),
            word("(?i)\\bis (not )?one\\.|\\bnone such\\b|\\bno such\\b(?! (window|version))", "does not exist"),
            word("(?i)\\brefus(al|ed|es)\\b", "error, rejected"),
            word("(?i)\\bof yours\\b", "own"),
            word("(?i)\\bcomes? (twice|to be)\\b", "is repeated"),
            word("(?i)\\bset aside\\b", "in the dead-letter queue"));

    private static final Map.Entry<Pattern, String> SETTING =
            word("\\blaurel\\.limits\\.", "service.limits..., which clients can read");

    private static final Set<String> CLOSED =
            Set.of("SortOrder", "RankingOrder", "ArchivedFilter", "WebhookStateInput");

    private static final Pattern ERRORS = Pattern.compile("Errors: ([A-Z_0-9, \\n]+)\\.");

    private static final Pattern CODE = Pattern.compile("\\b[A-Z][A-Z_]+\\b");

    private final GraphQLSchema schema;

    private DescriptionRules(GraphQLSchema schema) {
        this.schema = schema;
    }

    static Stream<Violation> check(GraphQLSchema schema) {
        var rules = new DescriptionRules(schema);
        return Stream.of(
                        Elements.described(schema).flatMap(rules::description),
                        Elements.roots(schema, "Mutation")
                                .map(field -> new Described(field.at(), field.definition()))
                                .filter(one -> !one.description().matches("(?s).*Errors: [A-Z_0-9,\\s]+\\."))
                                .map(one -> new Violation("errors", one.at(), "ends with its codes: Errors: A, B.")),
                        rules.unlistedCodes(),
                        rules.enums(),
                        Elements.fields(schema)
                                .filter(field -> field.type().endsWith("Connection!")
                                        || field.type().endsWith("Connection"))
                                .flatMap(field ->
                                        field.arguments().stream().map(one -> new Elements.Argument(field.at(), one)))
                                .flatMap(DescriptionRules::page))
                .flatMap(all -> all);
    }

    private Stream<Violation> description(Described one) {
        String text = one.description();
        if (text.isEmpty()) {
            return RELAY.test(one.at())
                    ? Stream.empty()
                    : Stream.of(new Violation("description", one.at(), "has a description"));
        }
        return Stream.of(
                        wording(one.at(), WORDS, text.replaceAll("`[^`]*`", "`code`")),
                        wording(one.at(), Map.ofEntries(SETTING), text),
                        form(one.at(), text),
                        codes(one.at(), text),
                        limits(one.at(), text))
                .flatMap(all -> all);
    }

    private static Stream<Violation> wording(String at, Map<Pattern, String> words, String text) {
        return words.entrySet().stream()
                .filter(word -> word.getKey().matcher(text).find())
                .map(word -> new Violation("wording", at, "/" + word.getKey() + "/: rather " + word.getValue()));
    }

    private static Stream<Violation> form(String at, String text) {
        boolean sentence = text.matches("(?s)[A-Z0-9`\"({@].*[.)`]");
        boolean shortEnough = ERRORS.matcher(text).replaceAll("").length() <= LONGEST;
        return Stream.concat(
                sentence
                        ? Stream.empty()
                        : Stream.of(new Violation("sentence", at, "is a sentence with a capital and a full stop")),
                shortEnough
                        ? Stream.empty()
                        : Stream.of(new Violation("length", at, "fits a tooltip of " + LONGEST + " characters")));
    }

    /** Error codes in descriptions exist. */
    private Stream<Violation> codes(String at, String text) {
        Set<String> known = Stream.of("ErrorCode", "RequestErrorCode")
                .map(schema::getType)
                .filter(GraphQLEnumType.class::isInstance)
                .flatMap(type -> ((GraphQLEnumType) type).getValues().stream().map(value -> value.getName()))
                .collect(Collectors.toSet());
        Matcher errors = ERRORS.matcher(text);
        return errors.results()
                .flatMap(found -> Stream.of(found.group(1).strip().split("[,\\s]+")))
                .filter(code -> !known.contains(code))
                .map(code -> new Violation("code", at, "lists codes that exist: not " + code));
    }

    /** Limits in descriptions are fields of ServiceLimits. */
    private Stream<Violation> limits(String at, String text) {
        return LIMIT.matcher(text)
                .results()
                .map(found -> found.group(1))
                .filter(name -> schema.getObjectType("ServiceLimits") == null
                        || schema.getObjectType("ServiceLimits").getField(name) == null)
                .map(name -> new Violation("limit", at, "names limits that exist: not " + name));
    }

    /** Descriptions of enums that may get new values say so: all that clients receive, except closed ones. */
    private Stream<Violation> enums() {
        return schema.getAllTypesAsList().stream()
                .filter(type ->
                        type instanceof GraphQLEnumType && !type.getName().startsWith("__"))
                .filter(type -> !CLOSED.contains(type.getName()))
                .filter(type -> !String.valueOf(((GraphQLEnumType) type).getDescription())
                        .replaceAll("\\s+", " ")
                        .matches(".*New (values|codes) may be added.*"))
                .map(type -> new Violation("enum", type.getName(), "New values may be added."));
    }

    /** Every error code is listed where it occurs: by a mutation, or by the errors of a job. */
    private Stream<Violation> unlistedCodes() {
        Set<String> mentioned = Elements.described(schema)
                .filter(one -> !one.at().startsWith("ErrorCode."))
                .flatMap(one -> CODE.matcher(one.description()).results().map(MatchResult::group))
                .collect(Collectors.toSet());
        return Elements.enumValues(schema)
                .filter(value -> value.owner().getName().equals("ErrorCode"))
                .filter(value -> !mentioned.contains(value.definition().getName()))
                .map(value -> new Violation("unlisted-code", value.at(), "is listed by a mutation that returns it"));
    }

    private static Stream<Violation> page(Elements.Argument argument) {
        String wanted = PAGES.get(argument.name());
        String description = argument.definition().getDescription();
        return wanted == null || (description != null && paged(wanted, description))
                ? Stream.empty()
                : Stream.of(new Violation("page", argument.at(), "is described as everywhere: " + wanted));
    }

    /** A list may have smaller pages than others, and may describe a default that the schema does not declare. */
    private static boolean paged(String wanted, String description) {
        String page = description
                .replaceFirst("1-[0-9]+\\.", "1-`service.limits.pageSize`.")
                .replaceFirst(" Defaults to .*", "");
        return wanted.equals(page);
    }

    private static Map.Entry<Pattern, String> word(String pattern, String instead) {
        return Map.entry(Pattern.compile(pattern), instead);
    }
}
