package laurel.request;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class CursorTest {
    private static final String TEXT = new Cursor("rankings:7", List.of("eu", "3")).text();

    @Test
    void parsesCursorOfItsList() {
        List<String> key = Cursor.parse(TEXT, "rankings:7", parts -> parts);
        assertThat(key).containsExactly("eu", "3");
    }

    @Test
    void rejectsCursorOfAnotherList() {
        assertThatThrownBy(() -> Cursor.parse(TEXT, "rankings:8", key -> key))
                .isInstanceOfSatisfying(RequestException.class, failure -> assertThat(failure.code())
                        .isEqualTo(RequestErrorCode.INVALID_CURSOR))
                .hasMessageContaining("is a cursor of another list");
    }

    @Test
    void doesNotContainTheNameOfTheList() {
        assertThat(new String(Base64.getUrlDecoder().decode(TEXT), ISO_8859_1)).doesNotContain("rankings");
    }
}
