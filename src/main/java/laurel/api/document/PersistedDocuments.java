package laurel.api.document;

import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Value;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import laurel.CannotStartException;
import laurel.Serving;
import laurel.api.access.RoleSetting;
import laurel.api.engine.DocumentCache;
import laurel.api.engine.GraphQLRequest;
import laurel.api.engine.ParsedDocument;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.access.Identity;
import laurel.request.access.Role;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listed documents. Resolves requests that name one: by {@code documentId}, as the GraphQL-over-HTTP specification
 * defines it, or by Apollo's extension {@code persistedQuery}. Created when the service starts, so that a mistake in the
 * files prevents the start.
 */
@Context
@Serving
public final class PersistedDocuments {
    private static final Logger LOG = LoggerFactory.getLogger("laurel");
    private static final String REQUIRED_FOR = "laurel.documents.required-for";
    private static final String PREFIX = "sha256:";

    /** Apollo's clients compare it. */
    private static final String NOT_FOUND = "PersistedQueryNotFound";

    private final Map<String, String> texts;
    private final @Nullable Role requiredFor;

    PersistedDocuments(
            DocumentCache documents,
            @Value("${laurel.documents.path:}") String path,
            @Value("${laurel.documents.required-for:NONE}") String requiredFor) {
        this.requiredFor = RoleSetting.parse(REQUIRED_FOR, requiredFor).orElse(null);
        if (this.requiredFor != null && path.isBlank()) {
            throw new CannotStartException(REQUIRED_FOR + " is set and laurel.documents.path is not");
        }
        this.texts = path.isBlank() ? Map.of() : DocumentFiles.read(Path.of(path));
        texts.forEach((id, text) -> warnIfInvalid(id, documents.get(text)));
    }

    /** Clients of other versions may still need the rest. */
    private static void warnIfInvalid(String id, ParsedDocument document) {
        if (document instanceof ParsedDocument.Invalid invalid) {
            LOG.warn(
                    "The listed document {} is not valid: {}",
                    id,
                    invalid.errors().getFirst().getMessage());
        }
    }

    /**
     * Returns the request with the text of its document. Throws PERSISTED_QUERY_NOT_FOUND if it names an unknown one,
     * BAD_REQUEST if it also has another text, and FORBIDDEN if the caller may run only listed documents.
     */
    public GraphQLRequest resolve(GraphQLRequest request, Identity caller) {
        String id = id(request);
        if (id != null && !request.query().isEmpty() && !id.equals(DocumentFiles.id(request.query()))) {
            throw bad("The ID of the document is not the SHA-256 of `query`.");
        }
        String text = id == null || !request.query().isEmpty() ? request.query() : texts.get(id);
        if (text == null) {
            throw new RequestException(RequestErrorCode.PERSISTED_QUERY_NOT_FOUND, NOT_FOUND);
        }
        if (requiredFor != null
                && requiredFor.includes(caller.role())
                && !texts.containsKey(id == null ? DocumentFiles.id(text) : id)) {
            throw new RequestException(
                    RequestErrorCode.FORBIDDEN,
                    "Callers with the role " + caller.role() + " may run only listed documents (`" + REQUIRED_FOR
                            + "`).");
        }
        return request.withQuery(text);
    }

    /** The SHA-256 that a request names; null if it names none. */
    private static @Nullable String id(GraphQLRequest request) {
        String id = request.documentId() == null ? null : hash(request.documentId());
        String apollo = apolloHash(request.extensions().get(GraphQLRequest.PERSISTED_QUERY));
        if (id != null && apollo != null && !id.equals(apollo)) {
            throw bad("`documentId` and the extension `persistedQuery` name different documents.");
        }
        return id == null ? apollo : id;
    }

    private static @Nullable String apolloHash(@Nullable Object extension) {
        if (extension == null) {
            return null;
        }
        if (extension instanceof Map<?, ?> object
                && Objects.equals(String.valueOf(object.get("version")), "1")
                && object.get("sha256Hash") instanceof String hash) {
            return hash(hash);
        }
        throw bad("The extension `persistedQuery` must have the version 1 and a `sha256Hash`.");
    }

    private static String hash(String id) {
        String hash = id.startsWith(PREFIX) ? id.substring(PREFIX.length()) : id;
        return hash.toLowerCase(Locale.ROOT);
    }

    private static RequestException bad(String message) {
        return new RequestException(RequestErrorCode.BAD_REQUEST, message);
    }
}
