package laurel.api.engine;

import graphql.GraphQLError;
import graphql.execution.preparsed.PreparsedDocumentEntry;
import graphql.language.Document;
import graphql.language.OperationDefinition;
import java.util.List;
import java.util.Objects;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/** A query text, understood or not. */
public sealed interface ParsedDocument {
    /** Parsed, within the limits and valid for the schema. */
    record Valid(PreparsedDocumentEntry entry, List<OperationDefinition> operations) implements ParsedDocument {
        static Valid of(Document document) {
            return new Valid(
                    new PreparsedDocumentEntry(document), document.getDefinitionsOfType(OperationDefinition.class));
        }

        /**
         * The operation to run. Throws {@code OPERATION_RESOLUTION_FAILED} if the name picks none, or if there is no
         * name and not exactly one operation.
         */
        public OperationDefinition operation(@Nullable String name) {
            if (name == null && operations.size() == 1) {
                return operations.getFirst();
            }
            if (name == null) {
                throw new RequestException(
                        RequestErrorCode.OPERATION_RESOLUTION_FAILED,
                        "The query has " + operations.size() + " operations; `operationName` must name one of them.");
            }
            return operations.stream()
                    .filter(operation -> Objects.equals(operation.getName(), name))
                    .findFirst()
                    .orElseThrow(() -> new RequestException(
                            RequestErrorCode.OPERATION_RESOLUTION_FAILED,
                            "The query has no operation named `" + name + "`."));
        }
    }

    /** Why the text cannot be run. */
    record Invalid(List<GraphQLError> errors) implements ParsedDocument {}
}
