package laurel.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonPiecesTest {
    @Test
    void writesTheSameJsonInPieces() {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("text", "ä\"\n".repeat(500));
        row.put("nothing", null);
        row.put("numbers", Arrays.asList(1, 2.5, null));
        row.put("empty", List.of(Map.of(), List.of()));
        Object answer = Map.of("data", Map.of("rows", Collections.nCopies(100, row)));
        List<byte[]> pieces = new ArrayList<>();
        new JsonPieces(answer).forEachRemaining(pieces::add);
        var all = new ByteArrayOutputStream();
        pieces.forEach(all::writeBytes);
        assertThat(all.toByteArray()).isEqualTo(JsonBytes.of(answer));
        assertThat(pieces).hasSizeGreaterThan(3).allMatch(piece -> piece.length < 100_000);
    }

    @Test
    void writesScalar() {
        assertThat(new JsonPieces("x").next()).isEqualTo("\"x\"".getBytes(UTF_8));
    }
}
