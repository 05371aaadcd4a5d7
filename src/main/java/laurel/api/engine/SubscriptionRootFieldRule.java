package laurel.api.engine;

import graphql.GraphQLError;
import graphql.language.Directive;
import graphql.language.DirectivesContainer;
import graphql.language.Document;
import graphql.language.Field;
import graphql.language.FragmentDefinition;
import graphql.language.FragmentSpread;
import graphql.language.InlineFragment;
import graphql.language.OperationDefinition;
import graphql.language.OperationDefinition.Operation;
import graphql.language.Selection;
import graphql.language.SelectionSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.api.error.CodedError;
import laurel.request.RequestErrorCode;

/**
 * Finds {@code @skip} and {@code @include} on the field of a subscription. GraphQL's specification forbids them there,
 * because a subscription without its field has nothing to follow; graphql-java does not refuse them, and fails as it
 * validates or runs them.
 */
final class SubscriptionRootFieldRule {
    /** Those that are not looked into yet. */
    private final Map<String, FragmentDefinition> fragments = new HashMap<>();

    private final List<GraphQLError> errors = new ArrayList<>();

    private SubscriptionRootFieldRule(Document document) {
        document.getDefinitionsOfType(FragmentDefinition.class)
                .forEach(fragment -> fragments.put(fragment.getName(), fragment));
    }

    /** An error for each of them; the document need not be valid otherwise. */
    static List<GraphQLError> in(Document document) {
        var found = new SubscriptionRootFieldRule(document);
        document.getDefinitionsOfType(OperationDefinition.class).stream()
                .filter(operation -> operation.getOperation() == Operation.SUBSCRIPTION)
                .forEach(operation -> found.look(operation.getSelectionSet()));
        return found.errors;
    }

    private void look(SelectionSet selections) {
        for (Selection<?> selection : selections.getSelections()) {
            switch (selection) {
                case Field field -> check(field);
                case InlineFragment fragment -> {
                    check(fragment);
                    look(fragment.getSelectionSet());
                }
                case FragmentSpread spread -> {
                    check(spread);
                    Optional.ofNullable(fragments.remove(spread.getName()))
                            .ifPresent(one -> look(one.getSelectionSet()));
                }
                default -> {}
            }
        }
    }

    private void check(DirectivesContainer<?> selection) {
        for (Directive directive : selection.getDirectives()) {
            if (directive.getName().equals("skip") || directive.getName().equals("include")) {
                errors.add(new CodedError(
                        RequestErrorCode.GRAPHQL_VALIDATION_FAILED,
                        "@" + directive.getName() + " is not allowed on the field of a subscription",
                        List.of(directive.getSourceLocation()),
                        null));
            }
        }
    }
}
