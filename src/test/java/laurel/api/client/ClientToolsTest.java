package laurel.api.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import laurel.request.StrictJson;
import org.junit.jupiter.api.Test;

/** The tools that generate clients accept the schema and the operations. */
final class ClientToolsTest {
    @Test
    void generatesClientsFromSchemaAndOperations() {
        List<? extends Map<?, ?>> tools = NodeScript.run("client-tools.mjs")
                .lines()
                .filter(line -> line.startsWith("{"))
                .map(line -> (Map<?, ?>) StrictJson.read(line.getBytes(UTF_8), line))
                .toList();
        assertThat(tools).hasSize(4).allSatisfy(tool -> assertThat(tool.get("failed"))
                .as("%s", tool.get("name"))
                .isEqualTo(""));
    }
}
