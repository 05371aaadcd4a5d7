package laurel.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import graphql.GraphQL;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.SchemaGenerator;
import graphql.schema.idl.SchemaParser;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import laurel.request.ErrorCode;
import laurel.request.Refusal;
import laurel.request.Refusal.Detail;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class PayloadTest {
    private static final String SCHEMA = """
            type Query { unused: Int }
            type Mutation { one(input: Int): OnePayload!  many(input: Int): ManyPayload! }
            type OnePayload { thing: Thing  errors: [UserError!]! }
            type ManyPayload { thing: Thing  secret: String  bound: String  errors: [UserError!]! }
            type Thing { key: String! }
            interface UserError { code: String!  path: [String!]! }
            type GeneralError implements UserError { code: String!  path: [String!]! }
            type VersionConflictError implements UserError { code: String!  path: [String!]!  currentVersion: Int! }
            type RetryableError implements UserError { code: String!  path: [String!]! }
            type LimitExceededError implements UserError { code: String!  path: [String!]! }
            """;

    record Thing(String key) {}

    record Secret(Thing thing, String secret) {}

    @Test
    void returnsResultAsOnlyField() {
        assertThat(execute(() -> new Thing("a"), "{ thing { key } errors { code } }"))
                .isEqualTo(Map.of("thing", Map.of("key", "a"), "errors", List.of()));
    }

    @Test
    void readsSeveralFieldsFromPropertiesOfResult() {
        assertThat(GraphQL.newGraphQL(new SchemaGenerator()
                                .makeExecutableSchema(
                                        new SchemaParser().parse(SCHEMA),
                                        wiring(() -> new Secret(new Thing("a"), "s"))))
                        .build()
                        .execute("mutation { many(input: 1) { thing { key } secret bound errors { code } } }")
                        .<Map<String, Object>>getData()
                        .get("many"))
                .isEqualTo(Map.of("thing", Map.of("key", "a"), "secret", "s", "bound", "s!", "errors", List.of()));
    }

    @ParameterizedTest
    @MethodSource
    void resolvesTypeOfErrorFromItsDetail(Refusal refusal, String type) {
        Supplier<Object> failing = () -> {
            throw new RefusedException(refusal);
        };
        assertThat(execute(failing, "{ thing { key } errors { __typename path } }"))
                .hasToString("{thing=null, errors=[{__typename=" + type + ", path=[input, key]}]}");
    }

    static Object[][] resolvesTypeOfErrorFromItsDetail() {
        Refusal refusal = new Refusal(ErrorCode.VERSION_CONFLICT, "Changed.", List.of("key"));
        return new Object[][] {
            {refusal, "GeneralError"},
            {refusal.with(new Detail.CurrentVersion(3)), "VersionConflictError"},
            {refusal.with(new Detail.RetryAfter(Duration.ofSeconds(1))), "RetryableError"},
            {refusal.with(new Detail.Limit(20)), "LimitExceededError"}
        };
    }

    private static @Nullable Object execute(Supplier<Object> result, String selection) {
        return GraphQL.newGraphQL(
                        new SchemaGenerator().makeExecutableSchema(new SchemaParser().parse(SCHEMA), wiring(result)))
                .build()
                .execute("mutation { one(input: 1) " + selection + " }")
                .<Map<String, Object>>getData()
                .get("one");
    }

    private static RuntimeWiring wiring(Supplier<Object> result) {
        return RuntimeWiring.newRuntimeWiring()
                .wiringFactory(new Types())
                .type(new Mutations()
                        .ofFacts()
                        .selecting("one", environment -> result.get())
                        .selecting("many", environment -> result.get()))
                .type(Fields.<Payload<Secret>>of("ManyPayload")
                        .field(
                                "bound",
                                payload -> payload.result() == null
                                        ? null
                                        : payload.result().secret() + "!"))
                .build();
    }
}
