package laurel.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import graphql.GraphQLContext;
import graphql.execution.RawVariables;
import graphql.normalized.ExecutableNormalizedOperationFactory;
import graphql.parser.Parser;
import graphql.schema.GraphQLSchema;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.SchemaGenerator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import laurel.api.schema.ClasspathSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many fields a response may contain, by the arguments of its operation. */
final class CostEstimateTest {
    private static final GraphQLSchema SCHEMA = new SchemaGenerator()
            .makeExecutableSchema(ClasspathSchema.parse(Map.of("test.graphqls", """
                    type Query {
                      name: String
                      boards(first: Int = 20, after: String): Connection!
                      entries(first: Int, last: Int): Connection!
                      around(above: Int = 5, below: Int = 5): [Item!]!
                      aroundEvent(above: Int = 5, below: Int = 5): Event!
                      nodes(ids: [ID!]!): [Item]!
                      definitions: [Item!]!
                      labels(keys: [String!]): [String!]!
                      ranking: Ranking!
                      rankings(keys: [ID!]!): [Ranking!]!
                      participantStandings(first: Int): StandingConnection!
                      badges(first: Int): [Badge!]!
                    }
                    type Ranking {
                      search(first: Int = 10): [Standing!]!
                      asOf(time: String!): Past!
                      standing: Standing
                      standings(first: Int, last: Int): StandingConnection!
                      standingsOf(participants: [ID!]!): [RelativeStanding!]!
                    }
                    type Past { entryCount: Int! }
                    type StandingConnection { edges: [StandingEdge!]! nodes: [Standing!]! }
                    type StandingEdge { node: Standing! }
                    type RelativeStanding { standing: Standing! }
                    type Standing { rank: Int! movement(sinceTime: String): Change }
                    type Change { ranks: Int! }
                    type Badge { rarity: Rarity! }
                    type Rarity { fraction: Float! }
                    type Event { items: [Item!]! removedIds: [ID!]! }
                    type Mutation { submit(input: Input!): Payload! }
                    input Input { items: [Given!]! }
                    input Given { name: String tags: [String!] }
                    type Payload { results: [Item!]! errors: [String!]! board: Item }
                    type Connection { edges: [Edge!]! info: Info! }
                    type Info { next: Boolean! }
                    type Edge { node: Item! }
                    type Item { name: String entries(first: Int, last: Int): Connection! definitions: [Item!]! }
                    """)), RuntimeWiring.MOCKED_WIRING);

    private static long cost(String query, Map<String, Object> variables) {
        var operation = ExecutableNormalizedOperationFactory.createExecutableNormalizedOperationWithRawVariables(
                SCHEMA,
                Parser.parse(query),
                null,
                RawVariables.of(variables),
                GraphQLContext.getDefault(),
                Locale.ROOT);
        return new CostEstimate(1_000).of(operation, SCHEMA);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { name }                                                                        | 1
            { a: name b: name ...F } fragment F on Query { name }                           | 3
            { boards { info { next } } }                                                    | 3
            { boards { edges { node { name } } } }                                          | 42
            { boards(first: 5) { edges { node { name } } info { next } } }                  | 14
            { entries { edges { node { name } } } }                                         | 42
            { entries(last: 100) { edges { node { name } } } }                              | 202
            { entries(first: 9000) { edges { node { name } } } }                            | 2002
            { entries(first: -1) { edges { node { name } } } }                              | 42
            { around { name } }                                                             | 12
            { around(above: 0, below: 2) { name } }                                         | 4
            { aroundEvent(above: 1, below: 2) { items { name } removedIds } }               | 7
            { nodes(ids: [1, 2, 3]) { name } }                                              | 4
            { definitions { name } }                                                        | 2
            { labels(keys: ["a", "b"]) }                                                    | 1
            { boards(first: 10) { edges { node { entries(first: 10) { edges { node { name } } } } } } } | 232
            { boards(first: 10) { edges { node { definitions { name } } } } }               | 32
            mutation { submit(input: {items: [{name: "a"}, {tags: ["x", "y", "z"]}]}) { results { name } } } | 5
            mutation { submit(input: {items: []}) { results { name } board { name } }}      | 5
            """)
    void multipliesByPagesAndLists(String query, long expected) {
        assertThat(cost(query, Map.of())).isEqualTo(expected);
    }

    /** All standings of a ranking are compared with the same earlier ranking. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { ranking { search { rank } } }                                                         | 62
            { ranking { asOf(time: "a") { entryCount } } }                                          | 153
            { ranking { a: asOf(time: "a") { entryCount } b: asOf(time: "b") { entryCount } } }     | 305
            { rankings(keys: [1, 2, 3]) { asOf(time: "a") { entryCount } } }                        | 457
            { ranking { standing { movement { ranks } } } }                                         | 4
            { ranking { standing { movement(sinceTime: null) { ranks } } } }                        | 4
            { ranking { standing { movement(sinceTime: "a") { ranks } } } }                         | 154
            { ranking { standings(first: 50) { nodes { movement(sinceTime: "a") { ranks } } } } }   | 253
            { ranking { standings(first: 5) { edges { node { movement(sinceTime: "a") { ranks } } } } } } | 168
            { ranking { standing { a: movement(sinceTime: "a") { ranks } b: movement(sinceTime: "b") { ranks } } } } | 306
            { ranking { standingsOf(participants: [1, 2]) { standing { movement(sinceTime: "a") { ranks } } } } } | 158
            { participantStandings(first: 3) { nodes { movement(sinceTime: "a") { ranks } } } }     | 458
            { badges(first: 3) { rarity { fraction } } }                                            | 307
            """)
    void addsSurchargesForFieldsThatReadMuchMore(String query, long expected) {
        assertThat(cost(query, Map.of())).isEqualTo(expected);
    }

    @Test
    void readsSizesFromVariables() {
        String query = "query ($n: Int, $ids: [ID!]!) { entries(first: $n) { edges { node { name } } }"
                + " nodes(ids: $ids) { name } }";
        assertThat(cost(query, Map.of("n", 50, "ids", List.of("1", "2")))).isEqualTo(102 + 3);
        assertThat(cost(query, Map.of("ids", List.of()))).isEqualTo(42 + 2);
    }

    @Test
    void stopsAtLargestCost() {
        String open = "{ node { entries(first: 1000) { edges ";
        String query =
                "{ entries(first: 1000) { edges " + open.repeat(8) + "{ node { name } } " + "} } }".repeat(8) + "} }";
        assertThat(cost(query, Map.of())).isEqualTo(1_000_000_000);
    }
}
