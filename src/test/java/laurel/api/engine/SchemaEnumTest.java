package laurel.api.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import graphql.language.EnumTypeDefinition;
import graphql.language.EnumValueDefinition;
import graphql.parser.Parser;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.ProjectClasses;
import laurel.api.schema.ClasspathFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The enums of the schema have the names and constants of those of Java, in the same order: values are converted by name,
 * and the order of the error codes is their precedence.
 */
class SchemaEnumTest {
    private static final Map<String, Class<?>> ENUMS = ProjectClasses.ALL.stream()
            .filter(JavaClass::isEnum)
            .collect(Collectors.toMap(JavaClass::getSimpleName, JavaClass::reflect));

    @ParameterizedTest
    @MethodSource("inSchema")
    void matchesJavaEnum(String name, EnumTypeDefinition inSchema) {
        Class<?> inJava = requireNonNull(ENUMS.get(name), "no Java enum is named " + name);
        assertThat(inSchema.getEnumValueDefinitions().stream().map(EnumValueDefinition::getName))
                .containsExactlyElementsOf(Arrays.stream(inJava.getEnumConstants())
                        .map(constant -> ((Enum<?>) constant).name())
                        .toList());
    }

    @Test
    void containsWellKnownEnums() {
        assertThat(inSchema().map(arguments -> arguments[0]))
                .contains(
                        "ErrorCode",
                        "SortOrder",
                        "UpdateMode",
                        "TieRule",
                        "WindowKind",
                        "WindowState",
                        "LeaderboardClock",
                        "Visibility");
    }

    static Stream<Object[]> inSchema() {
        return ClasspathFolder.texts("graphql/schema", ".graphqls").values().stream()
                .flatMap(text -> Parser.parse(text).getDefinitionsOfType(EnumTypeDefinition.class).stream())
                .map(definition -> new Object[] {definition.getName(), definition});
    }
}
