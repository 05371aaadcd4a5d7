package laurel.contract;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every part of the schema follows the rules. */
class SchemaRulesTest {
    @Test
    void followsRules() {
        assertThat(SchemaRules.check(Contract.PRESENT).stream()
                        .map(Violation::toString)
                        .collect(joining("\n")))
                .as("each line has a rule, the place that violates it, and the reason")
                .isEmpty();
    }

    @Test
    void acceptsSchemaThatFollowsRules() {
        assertThat(check(GOOD)).isEmpty();
    }

    @Test
    void requiresOneInputAndPayloadForMutations() {
        assertThat(good("input: AddCarInput!): AddCarPayload", "input: AddCarInput): Car"))
                .containsExactly("mutation-input Mutation.addCar", "mutation-payload Mutation.addCar");
        assertThat(good("addCar(", "addCar(\"Name.\" name: String, "))
                .containsExactly("mutation-input Mutation.addCar");
    }

    @Test
    void requiresErrorsAndNullableFieldsInPayloads() {
        assertThat(good("car: Car \"Empty if", "car: Car! \"Empty if"))
                .containsExactly("payload-null AddCarPayload.car");
        assertThat(good("errors: [UserError!]!", "errors: [UserError!]")).containsExactly("field AddCarPayload.errors");
    }

    @Test
    void requiresIdsInPayloadsOfDeletions() {
        assertThat(good("addCar(", "deleteCar(").stream().filter(key -> key.startsWith("deleted")))
                .containsExactly("deleted-id Mutation.deleteCar");
    }

    @Test
    void requiresExpectedVersionForChangesOfVersionedObjects() {
        String versioned = GOOD.replace("type Car {", "type Car { \"Version.\" version: Int! ");
        assertThat(check(versioned)).isEmpty();
        assertThat(check(versioned.replace("addCar(", "updateCar("))).contains("expected-version Mutation.updateCar");
        assertThat(check(versioned
                        .replace("addCar(", "updateCar(")
                        .replace("input AddCarInput {", "input AddCarInput { \"Version.\" expectedVersion: Int ")))
                .doesNotContain("expected-version Mutation.updateCar");
    }

    @Test
    void rejectsErrorsInUnions() {
        assertThat(check(GOOD + "\"Found.\" union Found = Car | CarError")).containsExactly("union Found");
    }

    @Test
    void requiresEdgesNodesAndPageInfoInConnections() {
        assertThat(good("nodes: [Car!]!", "")).containsExactly("connection CarConnection");
        assertThat(good("pageInfo: PageInfo!", "")).containsExactly("field CarConnection.pageInfo");
        assertThat(good("cursor: String!", "cursor: Int!")).contains("field CarEdge.cursor");
        assertThat(good("car(\"Key.\" key: String!): Car", "colors: Color")).contains("look-up Query.cars");
    }

    @Test
    void requiresHintOnEnumsThatMayGrow() {
        assertThat(good("Colors. New values may be added.", "Colors. May grow."))
                .containsExactly("enum Color");
    }

    @Test
    void requiresSameDescriptionsOfPageArguments() {
        assertThat(good("Page size, 1-", "At most ")).containsExactly("page Query.cars(first:)");
    }

    @Test
    void rejectsNonNullArgumentsWithDefaults() {
        assertThat(good("first: Int = 20", "first: Int! = 20")).containsExactly("default Query.cars(first:)");
        assertThat(good("wheelCount: Int = 4", "wheelCount: Int! = 4"))
                .containsExactly("default AddCarInput.wheelCount");
    }

    @Test
    void requiresSpecificationUrlsOfScalars() {
        assertThat(good("scalar DateTime @specifiedBy(url: \"https://a.example\")", "scalar DateTime"))
                .containsExactly("scalar DateTime");
    }

    @Test
    void requiresDescriptions() {
        assertThat(good("\"Red.\"", "")).containsExactly("description Color.RED");
        assertThat(good("\"A car.\" type", "type")).containsExactly("description Car");
        assertThat(good("\"Key.\"", "")).containsExactly("description Query.car(key:)");
        assertThat(good("\"Number of wheels.\"", "")).containsExactly("description AddCarInput.wheelCount");
        assertThat(good("\"Name.\"", "")).containsExactly("description Car.name");
    }

    @Test
    void rejectsUnusualWordsInDescriptions() {
        for (String odd : List.of(
                "Whom.",
                "Who drives.",
                "When it was built.",
                "What it shall be.",
                "Null where there is none.",
                "As it is told.",
                "Left out, all.",
                "What became of it.",
                "The same for ever.",
                "It says so.",
                "It keeps no more of it.",
                "Refused.")) {
            assertThat(good("\"Name.\"", "\"" + odd + "\"")).as(odd).containsExactly("wording Car.name");
        }
        for (String plain :
                List.of("Null if it has no name.", "No more than 4.", "`told` is code.", "Whether it drives.")) {
            assertThat(good("\"Name.\"", "\"" + plain + "\"")).as(plain).isEmpty();
        }
        assertThat(good("\"Name.\"", "\"name\"")).containsExactly("sentence Car.name");
        assertThat(good("\"Name.\"", "\"Name" + " of it".repeat(100) + ".\"")).containsExactly("length Car.name");
    }

    @Test
    void rejectsUnknownErrorCodesInDescriptions() {
        assertThat(good(" Errors: CAR_NOT_FOUND.", ""))
                .containsExactly("errors Mutation.addCar", "unlisted-code ErrorCode.CAR_NOT_FOUND");
        assertThat(good("Errors: CAR_NOT_FOUND.", "Errors: CAR_NOT_FOUND, CAR_ODD."))
                .containsExactly("code Mutation.addCar");
    }

    @Test
    void requiresEveryErrorCodeInADescription() {
        assertThat(good("CAR_NOT_FOUND }", "CAR_NOT_FOUND \"A car has the key.\" KEY_TAKEN }"))
                .containsExactly("unlisted-code ErrorCode.KEY_TAKEN");
    }

    @Test
    void rejectsUnknownLimitsInDescriptions() {
        assertThat(good("\"Name.\"", "\"Name, at most `service.limits.nameSize`.\""))
                .containsExactly("limit Car.name");
    }

    @Test
    void rejectsReservedAndVagueNames() {
        assertThat(good("name: String", "from: String")).containsExactly("field-name Car.from");
        assertThat(good("name: String", "zone: String")).containsExactly("field-name Car.zone");
        assertThat(good("name: String", "built: DateTime")).containsExactly("value-name Car.built");
        assertThat(good("name: String", "doors: Int")).containsExactly("value-name Car.doors");
        assertThat(good("name: String", "rank: Int")).isEmpty();
        assertThat(good("RED", "Red")).containsExactly("enum-value Color.Red");
        assertThat(good("addCar(", "defineCar(")).contains("mutation-name Mutation.defineCar");
        assertThat(check(GOOD + "\"A window.\" type Window { \"Name.\" name: String }"))
                .containsExactly("type-name Window");
    }

    @Test
    void requiresKeyOrIdInNamesOfReferences() {
        assertThat(good("carKey: String", "car: String")).containsExactly("reference-name AddCarInput.car");
        assertThat(good("carKey: String", "owner: ID")).containsExactly("reference-name AddCarInput.owner");
        assertThat(good("carKey: String", "ownerIds: [ID!]")).isEmpty();
    }

    private static Set<String> good(String part, String instead) {
        assertThat(GOOD).contains(part);
        return check(GOOD.replace(part, instead));
    }

    private static Set<String> check(String sdl) {
        return SchemaRules.check(Contract.of(sdl)).stream().map(Violation::key).collect(toCollection(TreeSet::new));
    }

    private static final String GOOD = """
            "Reads."
            type Query {
              "A car. Null if it does not exist."
              car("Key." key: String!): Car
              "All cars."
              cars(
                "Page size, 1-`service.limits.pageSize`." first: Int = 20
                "Cursor of the item before the page: `endCursor` of the previous page." after: String
              ): CarConnection!
            }
            "Changes."
            type Mutation {
              "Adds a car. Errors: CAR_NOT_FOUND."
              addCar("The car." input: AddCarInput!): AddCarPayload
            }
            "A car." type Car { "Name." name: String }
            "A page of cars." type CarConnection { edges: [CarEdge!]! nodes: [Car!]! pageInfo: PageInfo! }
            "A car in a page." type CarEdge { "Cursor of the car." cursor: String! node: Car! }
            "A page." type PageInfo { "Whether there are more." hasNextPage: Boolean! }
            "The car to add."
            input AddCarInput {
              "Car to copy." carKey: String
              "Number of wheels." wheelCount: Int = 4
              "Time it was built." builtAt: DateTime
              "Color." color: Color
            }
            "Result of `addCar`."
            type AddCarPayload { "The car. Null if it failed." car: Car "Empty if it succeeded." errors: [UserError!]! }
            "Reason of a failure." interface UserError { "Reason." code: ErrorCode! }
            "A car that does not exist." type CarError implements UserError { "Reason." code: ErrorCode! }
            "Reasons. New values may be added." enum ErrorCode { "No car has the key." CAR_NOT_FOUND }
            "Colors. New values may be added." enum Color { "Red." RED }
            "Limits." type ServiceLimits { "Items of a page." pageSize: Int! }
            "An instant." scalar DateTime @specifiedBy(url: "https://a.example")
            """;
}
