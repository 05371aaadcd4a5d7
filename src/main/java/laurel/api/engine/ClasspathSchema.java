package laurel.api.engine;

import graphql.parser.MultiSourceReader;
import graphql.schema.idl.SchemaParser;
import graphql.schema.idl.TypeDefinitionRegistry;
import jakarta.inject.Singleton;
import java.util.Map;

/** The schema that is packed with the classes: {@code graphql/schema/*.graphqls}. */
@Singleton
public final class ClasspathSchema implements SchemaSource {
    @Override
    public TypeDefinitionRegistry types() {
        return Parsed.TYPES;
    }

    /** The types of all these files together, whose names are for error messages. */
    public static TypeDefinitionRegistry parsed(Map<String, String> files) {
        MultiSourceReader.Builder reader = MultiSourceReader.newMultiSourceReader();
        files.forEach((name, text) -> reader.string(text + "\n", name));
        return new SchemaParser().parse(reader.build());
    }

    /** Parsed once in a process: a class path does not change. */
    private static final class Parsed {
        static final TypeDefinitionRegistry TYPES = parsed(ClasspathFolder.texts("graphql/schema", ".graphqls"));
    }
}
