package laurel.request;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StrictJsonTest {
    @Test
    void keepsEveryDigit() {
        assertThat(read("[9223372036854775807, -9223372036854775809, 0.1, 1e2, 12345678901234567890.00]"))
                .isEqualTo(List.of(
                        BigInteger.valueOf(Long.MAX_VALUE),
                        new BigInteger("-9223372036854775809"),
                        new BigDecimal("0.1"),
                        new BigDecimal("1e2"),
                        new BigDecimal("12345678901234567890.00")));
    }

    @Test
    void readsObjectsListsAndTexts() {
        assertThat(read("{\"a\": [true, false, {}], \"\\u00e5\": \"\\ud83c\\udfca\"}"))
                .isEqualTo(Map.of("a", List.of(true, false, Map.of()), "å", "🏊"));
        assertThat(read("null")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{\"a\":1,}",
                "{a:1}",
                "{} {}",
                "{\"a\":1,\"a\":2}",
                "NaN",
                "1e999999999",
                "1e-999999999",
                "1e2147483648",
                "1e-2147483648",
                "1e99999999999",
                "-1.5E-99999999999",
                "[1e201]",
                "01",
                "'a'",
                "/**/1",
                "tru"
            })
    void rejectsInvalidJson(String json) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(RequestException.class)
                .hasMessageStartingWith("It is not valid JSON")
                .message()
                .doesNotContain("java", "Token", "Source", "Stream", "Parser");
    }

    @Test
    void rejectsLongNumbersLongNamesAndDeepNesting() {
        assertThatThrownBy(() -> read("9".repeat(StrictJson.MAX_DIGITS + 1))).isInstanceOf(RequestException.class);
        assertThatThrownBy(() -> read("{\"" + "n".repeat(1001) + "\":1}")).isInstanceOf(RequestException.class);
        assertThatThrownBy(() -> read("[".repeat(100_000))).isInstanceOf(RequestException.class);
        String deep = "[".repeat(StrictJson.MAX_DEPTH) + "]".repeat(StrictJson.MAX_DEPTH);
        assertThat(read(deep)).isInstanceOf(List.class);
    }

    @Test
    void rejectsOtherCharsets() {
        assertThatThrownBy(() -> StrictJson.read("\"Ålesund\"".getBytes(ISO_8859_1), "It"))
                .isInstanceOf(RequestException.class)
                .hasMessage("It is not UTF-8");
    }

    private static @Nullable Object read(String json) {
        return StrictJson.read(json.getBytes(UTF_8), "It");
    }
}
