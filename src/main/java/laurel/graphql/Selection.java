package laurel.graphql;

import graphql.execution.ExecutionStepInfo;
import graphql.normalized.ExecutableNormalizedField;
import graphql.normalized.ExecutableNormalizedOperation;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.SelectedField;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The fields that a request selects below the field that is being fetched, by their paths, such as {@code edges/node/rank}.
 *
 * <p>Reads the operation that was normalized to check its limits. graphql-java's own selection set normalizes the operation again,
 * and computes the paths of all fields; it is read only for the events of subscriptions, whose limits are not checked again.
 */
public final class Selection {
    private final List<ExecutableNormalizedField> roots;
    private final Set<String> paths;

    private Selection(List<ExecutableNormalizedField> roots, Set<String> paths) {
        this.roots = roots;
        this.paths = paths;
    }

    public static Selection of(DataFetchingEnvironment environment) {
        ExecutableNormalizedOperation operation =
                environment.getGraphQlContext().get(ExecutableNormalizedOperation.class);
        if (operation == null) {
            return new Selection(
                    List.of(),
                    environment.getSelectionSet().getFields().stream()
                            .map(SelectedField::getQualifiedName)
                            .collect(Collectors.toSet()));
        }
        ExecutionStepInfo step = environment.getExecutionStepInfo();
        return new Selection(
                List.of(operation.getNormalizedField(
                        environment.getMergedField(), step.getObjectType(), step.getPath())),
                Set.of());
    }

    /** Whether a field is selected. */
    public boolean contains(String path) {
        return paths.contains(path) || !fields(path).isEmpty();
    }

    /** Returns the fields at a path, which has several for different arguments. None in an event of a subscription. */
    public List<ExecutableNormalizedField> fields(String path) {
        List<ExecutableNormalizedField> found = roots;
        for (String name : path.split("/", -1)) {
            found = found.stream()
                    .flatMap(field -> field.getChildren().stream())
                    .filter(child -> child.getName().equals(name))
                    .toList();
        }
        return found;
    }
}
