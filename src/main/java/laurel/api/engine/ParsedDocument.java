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

/** Result of parsing and validating a query text. */
public sealed interface ParsedDocument {
    /** A document within the limits that is valid for the schema. */
    record Valid(PreparsedDocumentEntry entry, List<OperationDefinition> operations) implements ParsedDocument {
        static Valid of(Document document) {
            return new Valid(
                    new PreparsedDocumentEntry(document), document.getDefinitionsOfType(OperationDefinition.class));
        }

        /**
         * Returns the operation to execute. Throws {@code OPERATION_RESOLUTION_FAILED} if no operation has the name, or if the
         * name is null and the document does not have exactly one operation.
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

    /** The errors of an invalid text. */
    record Invalid(List<GraphQLError> errors) implements ParsedDocument {}
}
