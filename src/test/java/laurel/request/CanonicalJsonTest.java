package laurel.request;

import static org.assertj.core.api.Assertions.assertThat;

import laurel.database.sql.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CanonicalJsonTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"b": 1, "a": {"d": 2, "c": [3, {"f": 4, "e": 5}]}} | {"a":{"c":[3,{"e":5,"f":4}],"d":2},"b":1}
            {"a": 1.50}    | {"a":1.5}
            {"a": 100.0}   | {"a":100}
            {"a": 1e2}     | {"a":100}
            {"a": -0.0}    | {"a":0}
            {"a": 1.0E-9}  | {"a":1E-9}
            {"a": [null, true, "1.0", "å"]} | {"a":[null,true,"1.0","å"]}
            {} | {}
            """)
    void isEqualForEqualValues(String sent, String canonical) {
        assertThat(CanonicalJson.of(new Json(sent))).isEqualTo(canonical);
        assertThat(CanonicalJson.of(new Json(canonical))).isEqualTo(canonical);
    }

    @Test
    void keepsOrderOfLists() {
        assertThat(CanonicalJson.of(new Json("{\"a\": [2, 1]}"))).isEqualTo("{\"a\":[2,1]}");
    }
}
