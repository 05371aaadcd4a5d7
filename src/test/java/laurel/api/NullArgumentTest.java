package laurel.api;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import graphql.schema.GraphQLInputObjectField;
import graphql.schema.GraphQLInputObjectType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLTypeUtil;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Null for an argument that has a default is the default: as a literal, as a variable, and in an input. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NullArgumentTest {
    private static final String DEFINITION =
            "name sortOrder updateMode decimals tieRule timeZone visibility clock gracePeriod"
                    + " entityTypes metadata windowDefinitions { key } groupings";

    @Inject
    LaurelServer server;

    @Inject
    GraphQLSchema schema;

    private GraphQLClient client;

    @BeforeAll
    void createBoard() {
        client = server.client();
        client.ask(
                "mutation { createLeaderboard(input: {key: \"board\", windowDefinitions: [{kind: DAILY}]}) { __typename } }");
        for (String who : List.of("ann", "bob", "cid")) {
            client.ask("mutation { submitScore(input: {leaderboardKey: \"board\", participant: {externalId: \"" + who
                    + "\"}, score: 1}) { __typename } }");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Int          | leaderboards(first: NULL) { nodes { key } }
            Int          | participants(first: NULL) { nodes { externalId } }
            Int          | leaderboard(key: "board") { windows(first: NULL) { nodes { name } } }
            RankingOrder | leaderboard(key: "board") { ranking { standings(order: NULL) { nodes { position } } } }
            Int          | leaderboard(key: "board") { ranking { around(participant: BOB, above: NULL) { nodes { position } } } }
            Int          | leaderboard(key: "board") { ranking { around(participant: BOB, below: NULL) { nodes { position } } } }
            Boolean      | leaderboard(key: "board") { ranking { around(participant: BOB, fill: NULL) { nodes { position } } } }
            Int64        | leaderboard(key: "board") { ranking { rankForScore(score: 1, subscore: NULL) } }
            Int          | leaderboard(key: "board") { window(select: {relative: {offset: NULL}}) { name } }
            String       | participant(ref: {external: {externalId: "ann", entityType: NULL}}) { externalId }
            """)
    void returnsSameResultForNullAsForOmittedArgument(String type, String field) {
        String document = field.replace("BOB", "{external: {externalId: \"bob\"}}");
        Answer omitted =
                client.ask("{ " + document.replaceAll(",? ?\\w+: NULL", "").replace("()", "") + " }");
        assertThat(client.ask("{ " + document.replace("NULL", "null") + " }").json())
                .isEqualTo(omitted.json());
        String variable = "query ($value: " + type + ") { " + document.replace("NULL", "$value") + " }";
        Map<String, @Nullable Object> none = new HashMap<>();
        none.put("value", null);
        assertThat(client.ask(variable, none).json()).isEqualTo(omitted.json());
        assertThat(client.ask(variable).json()).isEqualTo(omitted.json());
    }

    @Test
    void createsSameLeaderboardForNullAsForOmittedInput() {
        var input = (GraphQLInputObjectType) Objects.requireNonNull(schema.getType("CreateLeaderboardInput"));
        List<String> defaults = input.getFields().stream()
                .filter(field -> field.hasSetDefaultValue() && GraphQLTypeUtil.isNullable(field.getType()))
                .map(GraphQLInputObjectField::getName)
                .toList();
        Answer omitted = create("key: \"omitted\", name: \"Board\"");
        String nulls = defaults.stream().map(name -> ", " + name + ": null").collect(joining());
        assertThat(create("key: \"null\", name: \"Board\"" + nulls).json()).isEqualTo(omitted.json());
    }

    private Answer create(String input) {
        Answer created = client.ask("mutation { createLeaderboard(input: {" + input + "}) { leaderboard { " + DEFINITION
                        + " } errors { message } } }")
                .node("data", "createLeaderboard");
        assertThat(created.at("leaderboard")).as("%s", created).isNotNull();
        return created;
    }
}
