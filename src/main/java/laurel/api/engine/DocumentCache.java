package laurel.api.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import graphql.ExecutionInput;
import graphql.GraphQLError;
import graphql.ParseAndValidate;
import graphql.language.Document;
import graphql.language.SourceLocation;
import graphql.parser.InvalidSyntaxException;
import graphql.parser.ParserOptions;
import graphql.parser.exceptions.ParseCancelledException;
import graphql.parser.exceptions.ParseCancelledTooDeepException;
import graphql.parser.exceptions.ParseCancelledTooManyCharsException;
import graphql.schema.GraphQLSchema;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import laurel.api.error.CodedError;
import laurel.api.error.GraphQLJavaErrors;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * Parses and validates query texts. Caches valid ones, because clients send the same few texts repeatedly. Does not cache
 * invalid ones: correct clients do not repeat them, and their errors can be larger than the text.
 */
@Singleton
public final class DocumentCache {
    private final GraphQLSchema schema;
    private final GraphQLJavaErrors errors;
    private final RequestLimits limits;
    private final ParserOptions options;
    private final Cache<String, ParsedDocument.Valid> cache;

    DocumentCache(GraphQLSchema schema, GraphQLJavaErrors errors, RequestLimits limits) {
        this.schema = schema;
        this.errors = errors;
        this.limits = limits;
        this.options = ParserOptions.getDefaultOperationParserOptions()
                .transform(parser -> parser.maxCharacters(limits.querySize())
                        .maxTokens(limits.queryTokens())
                        .maxWhitespaceTokens(limits.querySize())
                        .parsingListener(new NumberLiteralLimit()));
        this.cache = Caffeine.newBuilder()
                .maximumWeight(limits.cachedQuerySize())
                .weigher((String text, ParsedDocument.Valid document) -> text.length() + 100)
                .build();
    }

    public ParsedDocument get(String text) {
        ParsedDocument.Valid hit = cache.getIfPresent(text);
        if (hit != null) {
            return hit;
        }
        ParsedDocument parsed = parseOrReject(text);
        if (parsed instanceof ParsedDocument.Valid valid) {
            cache.put(text, valid);
        }
        return parsed;
    }

    private ParsedDocument parseOrReject(String text) {
        try {
            return parse(text);
        } catch (RequestException e) {
            return new ParsedDocument.Invalid(List.of(CodedError.of(e)));
        }
    }

    private ParsedDocument parse(String text) {
        if (text.length() > limits.querySize()) {
            throw tooLarge("The query has more than " + limits.querySize()
                    + " characters, the maximum (`laurel.limits.query-size`).");
        }
        var result = ParseAndValidate.parse(ExecutionInput.newExecutionInput(text)
                .locale(Locale.ENGLISH)
                .graphQLContext(context -> context.put(ParserOptions.class, options))
                .build());
        if (result.isFailure()) {
            return syntaxError(result.getSyntaxException());
        }
        if (FragmentExpansion.maxFieldCount(result.getDocument()) > limits.querySelections()) {
            throw tooLarge("The query selects more than " + limits.querySelections()
                    + " fields after fragment expansion, the maximum"
                    + " (`laurel.limits.query-selections`), or nests them too deeply.");
        }
        return validate(result.getDocument());
    }

    private ParsedDocument validate(Document document) {
        List<GraphQLError> conditional = SubscriptionRootFieldRule.validate(document);
        if (!conditional.isEmpty()) {
            return new ParsedDocument.Invalid(conditional);
        }
        var found = ParseAndValidate.validate(schema, document, Locale.ENGLISH);
        if (found.isEmpty()) {
            return ParsedDocument.Valid.of(document);
        }
        return new ParsedDocument.Invalid(
                found.stream().<GraphQLError>map(errors::coded).toList());
    }

    private ParsedDocument syntaxError(@Nullable InvalidSyntaxException e) {
        if (e instanceof ParseCancelledTooDeepException) {
            throw tooLarge("The query nests its brackets too deeply.");
        }
        if (e instanceof ParseCancelledException || e instanceof ParseCancelledTooManyCharsException) {
            throw tooLarge("The query has more than " + limits.queryTokens()
                    + " tokens, the maximum (`laurel.limits.query-tokens`).");
        }
        String message = "Syntax error";
        List<SourceLocation> locations = null;
        if (e != null && e.getLocation() != null) {
            locations = List.of(e.getLocation());
            message += " at line " + e.getLocation().getLine() + ", column "
                    + e.getLocation().getColumn();
        }
        if (e != null && e.getOffendingToken() != null) {
            message += ": unexpected '" + e.getOffendingToken() + "'";
        }
        return new ParsedDocument.Invalid(
                List.of(new CodedError(RequestErrorCode.GRAPHQL_PARSE_FAILED, message + ".", locations, null)));
    }

    private static RequestException tooLarge(String message) {
        return new RequestException(RequestErrorCode.LIMIT_EXCEEDED, message);
    }
}
