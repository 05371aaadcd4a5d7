package laurel.contract;

import graphql.parser.MultiSourceReader;
import graphql.schema.GraphQLSchema;
import graphql.schema.idl.SchemaParser;
import graphql.schema.idl.UnExecutableSchemaGenerator;
import java.util.SortedMap;
import laurel.ProjectFiles;

/** The schema of the SDL files, without the code that executes it. */
final class Contract {
    /** The schema of {@code graphql/schema}. */
    static final GraphQLSchema PRESENT = read(ProjectFiles.texts("graphql/schema", "graphqls"));

    private Contract() {}

    /** The schema of a text. */
    static GraphQLSchema of(String sdl) {
        return UnExecutableSchemaGenerator.makeUnExecutableSchema(new SchemaParser().parse(sdl));
    }

    private static GraphQLSchema read(SortedMap<String, String> files) {
        MultiSourceReader.Builder reader = MultiSourceReader.newMultiSourceReader();
        files.forEach((name, text) -> reader.string(text + "\n", name));
        return UnExecutableSchemaGenerator.makeUnExecutableSchema(new SchemaParser().parse(reader.build()));
    }
}
