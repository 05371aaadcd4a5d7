package laurel.api.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import graphql.schema.GraphQLSchema;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.schema.ClasspathFolder;
import laurel.api.schema.ClasspathSchema;
import org.junit.jupiter.api.Test;

final class SchemaFactoryTest {
    private final SchemaFactory factory = new SchemaFactory();

    @Test
    void mergesFiles() {
        GraphQLSchema schema = schema(
                TestServer.withAccess("type Query { a: Int }"),
                "extend type Query { b: B }\ntype B @access(role: ADMIN) { c: Int }");
        assertThat(schema.getQueryType().getFieldDefinitions())
                .extracting("name")
                .containsExactly("a", "b");
    }

    @Test
    void rejectsInvalidFiles() {
        assertThatThrownBy(() -> schema("type Query { a: Int }", "type Query { b: Int }"))
                .hasMessageContaining("Query");
        assertThatThrownBy(() -> schema("type Query { a: Nothing }")).hasMessageContaining("Nothing");
        assertThatThrownBy(() -> schema("type Query {")).isInstanceOf(RuntimeException.class);
    }

    @Test
    void rejectsFieldWithoutAccessDirective() {
        assertThatThrownBy(() -> schema(
                        TestServer.withAccess("type Query { a: B }"), "type B { c: Int @access(role: ADMIN) d: Int }"))
                .hasMessageContaining("B.d has no directive @access");
    }

    @Test
    void failsStartWithInvalidSchema() {
        assertThatThrownBy(() -> new TestServer("type Query { a: Nothing }", new TestSchema(), Map.of()))
                .hasStackTraceContaining("Nothing");
    }

    @Test
    void readsSdlFilesFromClassPath() {
        assertThat(ClasspathFolder.texts("graphql/schema", ".graphqls").keySet().stream())
                .isSorted()
                .allMatch(name -> name.endsWith(".graphqls"))
                .isNotEmpty();
        assertThat(ClasspathFolder.texts("no/such/folder", ".txt")).isEmpty();
    }

    private GraphQLSchema schema(String... texts) {
        return factory.schema(
                () -> ClasspathSchema.parse(Stream.of(texts).collect(Collectors.toMap(text -> text, text -> text))),
                List.of());
    }
}
