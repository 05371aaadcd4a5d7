package laurel.contract;

import graphql.schema.GraphQLSchema;
import graphql.schema.GraphqlTypeComparatorRegistry;
import graphql.schema.idl.SchemaPrinter;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The whole schema in one file: types in order of name, their fields in the order of {@code graphql/schema}. */
final class SchemaFile {
    /** The current schema, for tools of clients. */
    static final Path PRESENT = Path.of("graphql/schema.graphql");

    /** The schema of the last release, which clients rely on. */
    static final Path RELEASED = Path.of("graphql/schema.released.graphql");

    private static final int WIDTH = 120;

    private SchemaFile() {}

    static String print(GraphQLSchema schema) {
        var options = SchemaPrinter.Options.defaultOptions()
                .includeScalarTypes(true)
                .includeSchemaDefinition(false)
                .includeDirectiveDefinition(SchemaFile::isOwn)
                .setComparators(GraphqlTypeComparatorRegistry.AS_IS_REGISTRY);
        String text = new SchemaPrinter(options).print(schema).strip();
        return text.lines()
                .map(String::stripTrailing)
                .map(SchemaFile::wrapped)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static boolean isOwn(String directive) {
        return !Elements.STANDARD_DIRECTIVES.contains(directive);
    }

    /** Writes a description that is too long for its line as a block string. */
    private static String wrapped(String line) {
        String text = line.strip();
        if (line.length() <= WIDTH || !text.matches("\"[^\"].*\"")) {
            return line;
        }
        String indent = line.substring(0, line.indexOf('"'));
        StringBuilder block = new StringBuilder(indent).append("\"\"\"");
        int width = WIDTH;
        for (String word :
                text.substring(1, text.length() - 1).replace("\\\"", "\"").split(" ", -1)) {
            if (width + word.length() >= WIDTH) {
                block.append('\n').append(indent);
                width = indent.length();
            } else {
                block.append(' ');
            }
            block.append(word);
            width += word.length() + 1;
        }
        return block.append('\n').append(indent).append("\"\"\"").toString();
    }
}
