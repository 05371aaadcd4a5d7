package laurel.request.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamedTextsTest {
    private final NamedTexts texts = new NamedTexts(new ErasedName("ACCOUNT", "ann.7"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ann.7",
                "ACCOUNT:ann.7",
                "the participant `ann.7` is unknown",
                "{\"user\": {\"id\": \"ann\\u002e7\"}}",
                "[1, [\"{\\\"id\\\": \\\"ann.7\\\"}\"]]",
                "{\"ann.7\": 1}",
                "{not JSON, but ann.7}"
            })
    void findsIdAsWord(String text) {
        assertThat(texts.has(text)).isTrue();
        assertThat(texts.has(Map.of("field", List.of(text)))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ann", "ann.70", "joann.7", "annx7", "ann.7-b", "{\"id\": \"ann\"}", "\u00e9ann.7"})
    void doesNotFindPartOfWord(String text) {
        assertThat(texts.has(text)).isFalse();
    }

    @Test
    void findsNumber() {
        NamedTexts number = new NamedTexts(new ErasedName("ACCOUNT", "42"));
        assertThat(number.has(Map.of("id", BigInteger.valueOf(42)))).isTrue();
        assertThat(number.has("{\"id\": 42}")).isTrue();
        assertThat(number.has("{\"id\": 420}")).isFalse();
        assertThat(number.has(null)).isFalse();
    }

    @Test
    void writesNoName() {
        assertThat(new ErasedName("ACCOUNT", "ann.7")).hasToString("ErasedName");
    }
}
