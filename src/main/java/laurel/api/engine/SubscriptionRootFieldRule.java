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
 * Rejects {@code @skip} and {@code @include} on the root field of a subscription. The GraphQL specification forbids them.
 * graphql-java does not check this rule, and fails when it validates or executes such a subscription.
 */
final class SubscriptionRootFieldRule {
    /** Fragments that are not checked yet. */
    private final Map<String, FragmentDefinition> unchecked = new HashMap<>();

    private final List<GraphQLError> errors = new ArrayList<>();

    private SubscriptionRootFieldRule(Document document) {
        document.getDefinitionsOfType(FragmentDefinition.class)
                .forEach(fragment -> unchecked.put(fragment.getName(), fragment));
    }

    /** Returns the errors of a document that has not been validated yet. */
    static List<GraphQLError> validate(Document document) {
        var rule = new SubscriptionRootFieldRule(document);
        document.getDefinitionsOfType(OperationDefinition.class).stream()
                .filter(operation -> operation.getOperation() == Operation.SUBSCRIPTION)
                .forEach(operation -> rule.visit(operation.getSelectionSet()));
        return rule.errors;
    }

    private void visit(SelectionSet selections) {
        for (Selection<?> selection : selections.getSelections()) {
            switch (selection) {
                case Field field -> check(field);
                case InlineFragment fragment -> {
                    check(fragment);
                    visit(fragment.getSelectionSet());
                }
                case FragmentSpread spread -> {
                    check(spread);
                    Optional.ofNullable(unchecked.remove(spread.getName()))
                            .ifPresent(one -> visit(one.getSelectionSet()));
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
                        "@" + directive.getName() + " is not allowed on the root field of a subscription.",
                        List.of(directive.getSourceLocation()),
                        null));
            }
        }
    }
}
