package laurel.api;

import graphql.parser.MultiSourceReader;
import graphql.schema.idl.SchemaParser;
import graphql.schema.idl.TypeDefinitionRegistry;
import java.util.List;

/**
 * One file of the schema.
 *
 * @param name the file's name, for error messages
 */
record SchemaText(String name, String text) {
    /** The types of all files together. */
    static TypeDefinitionRegistry parsed(List<SchemaText> files) {
        MultiSourceReader.Builder reader = MultiSourceReader.newMultiSourceReader();
        files.forEach(file -> reader.string(file.text + "\n", file.name));
        return new SchemaParser().parse(reader.build());
    }
}
