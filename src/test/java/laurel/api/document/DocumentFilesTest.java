package laurel.api.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import laurel.CannotStartException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories and manifests of listed documents. */
final class DocumentFilesTest {
    private static final String TEXT = "query Hello { hello }";
    private static final String ID = "25643a68dd33f06a1b2c6e0a30b0f4dbaf8b3ea2f4e5a9ef8d1ea0b1b0d0a5c3";

    private final Path folder;

    DocumentFilesTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private Map<String, String> manifest(String json) throws IOException {
        return DocumentFiles.read(Files.writeString(folder.resolve("manifest.json"), json));
    }

    @Test
    void identifiesTextsBySha256() {
        assertThat(DocumentFiles.id("")).isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    @Test
    void readsDirectory() throws IOException {
        Files.createDirectory(folder.resolve("page"));
        Files.writeString(folder.resolve("page/hello.graphql"), TEXT);
        Files.writeString(folder.resolve("other.graphql"), "{ hello }\n");
        Files.writeString(folder.resolve("README.md"), "Not a document.");
        assertThat(DocumentFiles.read(folder))
                .containsOnly(
                        Map.entry(DocumentFiles.id(TEXT), TEXT),
                        Map.entry(DocumentFiles.id("{ hello }\n"), "{ hello }\n"));
    }

    @Test
    void readsManifestOfRelay() throws IOException {
        String id = DocumentFiles.id(TEXT);
        assertThat(manifest("{\"" + id + "\": \"" + TEXT + "\"}")).containsOnly(Map.entry(id, TEXT));
        assertThat(manifest("{}")).isEmpty();
    }

    @Test
    void readsManifestOfApollo() throws IOException {
        String id = DocumentFiles.id(TEXT);
        assertThat(manifest(
                        "{\"format\": \"apollo-persisted-query-manifest\", \"version\": 1, \"operations\": [{\"id\": \""
                                + id + "\", \"name\": \"Hello\", \"type\": \"query\", \"body\": \"" + TEXT + "\"}]}"))
                .containsOnly(Map.entry(id, TEXT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"" + ID + "\": \"{ hello }\"}",
                "{\"" + ID + "\": 1}",
                "{\"operations\": [{\"id\": \"hello\", \"body\": \"{ hello }\"}]}",
                "{\"operations\": [1]}",
                "{"
            })
    void failsStartForInvalidManifest(String json) {
        assertThatThrownBy(() -> manifest(json))
                .isInstanceOf(CannotStartException.class)
                .hasMessageStartingWith("laurel.documents.path: ");
    }

    @Test
    void failsStartForMissingFile() {
        assertThatThrownBy(() -> DocumentFiles.read(folder.resolve("missing")))
                .isInstanceOf(CannotStartException.class)
                .hasMessageEndingWith("missing cannot be read");
    }
}
