package laurel.api;

import jakarta.inject.Singleton;
import java.util.List;

/** The schema that is packed with the classes: {@code graphql/schema/*.graphqls}. */
@Singleton
final class ClasspathSchema implements SchemaSource {
    @Override
    public List<SchemaText> texts() {
        return ClasspathFolder.texts("graphql/schema", ".graphqls").entrySet().stream()
                .map(file -> new SchemaText(file.getKey(), file.getValue()))
                .toList();
    }
}
