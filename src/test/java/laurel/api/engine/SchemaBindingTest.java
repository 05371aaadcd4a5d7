package laurel.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import graphql.ExecutionInput;
import graphql.ParseAndValidate;
import graphql.schema.FieldCoordinates;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLTypeUtil;
import jakarta.inject.Inject;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import laurel.LaurelTest;
import laurel.ProjectClasses;
import laurel.api.schema.ClasspathFolder;
import laurel.request.Connection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every field of the schema has a fetcher that a binding names, or a method of the same name in the record that is named
 * like its type. The method may return null exactly if the schema allows it. Without this test, a field that has neither
 * would be null in every response.
 */
@LaurelTest
final class SchemaBindingTest {
    private static final Map<String, Class<?>> RECORDS = records();
    private static final Set<String> ERRORS =
            Set.of("GeneralError", "VersionConflictError", "RetryableError", "LimitExceededError");

    @Inject
    GraphQLSchema schema;

    @Test
    void bindsEveryFieldWithEqualNullness() {
        List<String> faults = new ArrayList<>();
        for (GraphQLObjectType type : types()) {
            for (GraphQLFieldDefinition field : type.getFieldDefinitions()) {
                fault(type, field).ifPresent(fault -> faults.add(type.getName() + "." + field.getName() + " " + fault));
            }
        }
        assertThat(faults).isEmpty();
    }

    @Test
    void validatesExampleOperations() {
        ClasspathFolder.texts("graphql/operations", ".graphql").forEach((name, text) -> {
            var result = ParseAndValidate.parseAndValidate(
                    schema,
                    ExecutionInput.newExecutionInput(text)
                            .locale(Locale.ENGLISH)
                            .build());
            assertThat(result.getErrors()).as(name).isEmpty();
        });
    }

    private List<GraphQLObjectType> types() {
        return schema.getAllTypesAsList().stream()
                .filter(GraphQLObjectType.class::isInstance)
                .map(GraphQLObjectType.class::cast)
                .filter(type -> !type.getName().startsWith("__"))
                .toList();
    }

    private Optional<String> fault(GraphQLObjectType type, GraphQLFieldDefinition field) {
        if (type.getName().endsWith("Payload")) {
            return Optional.of("must be nullable in a payload")
                    .filter(fault -> GraphQLTypeUtil.isNonNull(field.getType())
                            && !field.getName().equals("errors"));
        }
        if (schema.getCodeRegistry().hasDataFetcher(FieldCoordinates.coordinates(type, field))) {
            return Optional.empty();
        }
        Class<?> source = source(type.getName());
        if (source == null) {
            return Optional.of("has no fetcher, and there is no record " + type.getName());
        }
        return Arrays.stream(source.getDeclaredMethods())
                .filter(method -> method.getName().equals(field.getName()) && method.getParameterCount() == 0)
                .findFirst()
                .map(method -> nullness(method, GraphQLTypeUtil.isNonNull(field.getType())))
                .orElse(Optional.of("has no fetcher, and " + source.getName() + " nothing of that name"));
    }

    private static Optional<String> nullness(Method method, boolean nonNull) {
        boolean nullable = method.getAnnotatedReturnType().isAnnotationPresent(Nullable.class);
        if (nullable != nonNull) {
            return Optional.empty();
        }
        String source = " for " + method.getDeclaringClass().getName();
        return Optional.of(
                nonNull
                        ? "is never null for the schema, but may be" + source
                        : "may be null for the schema, but never is" + source);
    }

    private static @Nullable Class<?> source(String type) {
        if (type.endsWith("Connection")) {
            return Connection.class;
        }
        if (type.endsWith("Edge")) {
            return Connection.Edge.class;
        }
        return RECORDS.get(ERRORS.contains(type) ? "Refusal" : type);
    }

    private static Map<String, Class<?>> records() {
        Map<String, Class<?>> records = new TreeMap<>();
        for (JavaClass found : ProjectClasses.ALL) {
            if (found.isRecord()) {
                records.put(found.getSimpleName(), found.reflect());
            }
        }
        return records;
    }
}
