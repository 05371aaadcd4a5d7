package laurel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BreakingChangesTest {
    private static final String BEFORE = """
            type Query {
              car(key: String!, color: Color = RED): Car
              cars(first: Int = 20): [Car]
              drivers: [Driver!]!
              found(by: By): Found
            }
            interface Node { id: ID! }
            type Car implements Node { id: ID! name: String wheels: [Int!]! }
            type Driver { name: String! age: Int }
            union Found = Car | Driver
            enum Color { RED BLUE }
            input By { key: String name: String = "x" colors: [Color!] }
            scalar Date
            """;

    @Test
    void reportsNothingIfNothingChanged() {
        assertThat(change("", "")).isEmpty();
    }

    @Test
    void acceptsCompatibleChanges() {
        assertThat(change("name: String wheels", "name: String! color: Color wheels"))
                .isEmpty();
        assertThat(change("key: String!, color", "key: String, engine: String, doors: Int! = 4, color"))
                .isEmpty();
        assertThat(change("cars(first: Int = 20): [Car]", "cars(first: Int = 20): [Car!]!"))
                .isEmpty();
        assertThat(change("RED BLUE", "RED BLUE GREEN")).isEmpty();
        assertThat(change("input By {", "input By { rank: Int")).isEmpty();
        assertThat(change("= Car | Driver", "= Car | Driver | Query")).isEmpty();
        assertThat(change("scalar Date", "scalar Date scalar Time")).isEmpty();
        assertThat(change("interface Node", "\"Described.\" interface Node")).isEmpty();
        assertThat(change("age: Int", "age: Int @deprecated(reason: \"Use name.\")"))
                .isEmpty();
    }

    @Test
    void reportsRemovedElements() {
        assertThat(change("scalar Date", "")).containsExactly("Date is gone");
        assertThat(change("name: String wheels", "wheels")).containsExactly("Car.name is gone");
        assertThat(change("key: String!, color", "color")).containsExactly("Query.car(key:) is gone");
        assertThat(change("RED BLUE", "RED")).containsExactly("Color.BLUE is gone");
        assertThat(change("= Car | Driver", "= Car")).containsExactly("Found = Driver is gone");
        assertThat(change("Car implements Node", "Car")).containsExactly("Car implements Node is gone");
        assertThat(change("input By { key: String", "input By {")).containsExactly("By.key is gone");
    }

    @Test
    void reportsNarrowedTypes() {
        assertThat(change("name: String! age", "name: String age"))
                .containsExactly("Driver.name was String! and is String");
        assertThat(change("[Driver!]!", "[Driver]!")).containsExactly("Query.drivers was [Driver!]! and is [Driver]!");
        assertThat(change("wheels: [Int!]!", "wheels: Int!")).containsExactly("Car.wheels was [Int!]! and is Int!");
        assertThat(change("age: Int", "age: String")).containsExactly("Driver.age was Int and is String");
        assertThat(change("by: By", "by: By!")).containsExactly("Query.found(by:) took By and takes By!");
        assertThat(change("colors: [Color!]", "colors: [Color!]!"))
                .containsExactly("By.colors took [Color!] and takes [Color!]!");
        assertThat(change("colors: [Color!]", "colors: Color"))
                .containsExactly("By.colors took [Color!] and takes Color");
        assertThat(change("key: String name", "key: ID name")).containsExactly("By.key took String and takes ID");
    }

    @Test
    void reportsNewRequiredInputs() {
        assertThat(change("key: String!, color", "key: String!, engine: String!, color"))
                .containsExactly("Query.car(engine:) is new and required");
        assertThat(change("input By {", "input By { rank: Int!")).containsExactly("By.rank is new and required");
    }

    @Test
    void reportsChangedDefaults() {
        assertThat(change("first: Int = 20", "first: Int = 50"))
                .containsExactly("Query.cars(first:) had the default 20 and has 50");
        assertThat(change("first: Int = 20", "first: Int"))
                .containsExactly("Query.cars(first:) had the default 20 and has none");
        assertThat(change("name: String = \"x\"", "name: String = \"y\""))
                .containsExactly("By.name had the default \"x\" and has \"y\"");
    }

    @Test
    void reportsChangedKinds() {
        assertThat(change("scalar Date", "enum Date { TODAY }")).containsExactly("Date is of another kind");
        assertThat(change("input By {", "input By @oneOf {").getFirst()).isEqualTo("By takes one field only");
    }

    private static List<String> change(String part, String instead) {
        assertThat(BEFORE).contains(part);
        String now = part.isEmpty() ? BEFORE : BEFORE.replace(part, instead);
        // An input object with one field.
        String valid = now.contains("@oneOf") ? now.replace(" = \"x\"", "") : now;
        return BreakingChanges.between(Contract.of(BEFORE), Contract.of(valid)).stream()
                .map(BreakingChanges.Change::toString)
                .toList();
    }
}
