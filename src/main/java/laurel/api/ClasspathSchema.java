package laurel.api;

import graphql.schema.idl.TypeDefinitionRegistry;
import jakarta.inject.Singleton;
import java.util.List;

/** The schema that is packed with the classes: {@code graphql/schema/*.graphqls}. */
@Singleton
final class ClasspathSchema implements SchemaSource {
    @Override
    public TypeDefinitionRegistry types() {
        return Parsed.TYPES;
    }

    /** All files, in the order of their names. */
    static List<SchemaText> texts() {
        return ClasspathFolder.texts("graphql/schema", ".graphqls").entrySet().stream()
                .map(file -> new SchemaText(file.getKey(), file.getValue()))
                .toList();
    }

    /** Parsed once in a process: a class path does not change. */
    private static final class Parsed {
        static final TypeDefinitionRegistry TYPES = SchemaText.parsed(texts());
    }
}
