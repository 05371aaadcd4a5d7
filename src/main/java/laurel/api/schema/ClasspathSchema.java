package laurel.api.schema;

import graphql.parser.MultiSourceReader;
import graphql.schema.idl.SchemaParser;
import graphql.schema.idl.TypeDefinitionRegistry;
import jakarta.inject.Singleton;
import java.util.Map;

/** The SDL files of the class path: {@code graphql/schema/*.graphqls}. */
@Singleton
public final class ClasspathSchema implements SchemaSource {
    @Override
    public TypeDefinitionRegistry types() {
        return Parsed.TYPES;
    }

    /** Parses files by name. Error messages contain the names. */
    public static TypeDefinitionRegistry parse(Map<String, String> files) {
        MultiSourceReader.Builder reader = MultiSourceReader.newMultiSourceReader();
        files.forEach((name, text) -> reader.string(text + "\n", name));
        return new SchemaParser().parse(reader.build());
    }

    /** Parsed once per process, because the class path does not change. */
    private static final class Parsed {
        static final TypeDefinitionRegistry TYPES = parse(ClasspathFolder.texts("graphql/schema", ".graphqls"));
    }
}
