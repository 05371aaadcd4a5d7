package laurel.api.error;

import graphql.GraphQLError;
import graphql.execution.AbortExecutionException;
import graphql.execution.InputMapDefinesTooManyFieldsException;
import graphql.execution.NonNullableValueCoercedAsNullException;
import graphql.execution.OneOfNullValueException;
import graphql.execution.OneOfTooManyKeysException;
import graphql.execution.UnknownOperationException;
import graphql.introspection.GoodFaithIntrospection.BadFaithIntrospectionError;
import graphql.schema.CoercingParseLiteralException;
import graphql.schema.CoercingParseValueException;
import graphql.validation.ValidationError;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/** Gives a code to the errors that graphql-java makes by itself. */
@Singleton
public final class GraphQLJavaErrors {
    // graphql-java names the Java class of a wrong value; a caller sent JSON.
    private static final Pattern JAVA_TYPE =
            Pattern.compile("'(LinkedHashMap|ArrayList|BigInteger|BigDecimal|Boolean|String)'");
    private static final Map<String, String> JSON_TYPE = Map.of(
            "LinkedHashMap", "object",
            "ArrayList", "list",
            "BigInteger", "whole number",
            "BigDecimal", "fraction",
            "Boolean", "boolean",
            "String", "string");

    private static final Pattern TOO_OFTEN = Pattern.compile("(\\S+) is present too often");

    private final Failures failures;
    private final OneOfErrors oneOf;

    GraphQLJavaErrors(Failures failures, OneOfErrors oneOf) {
        this.failures = failures;
        this.oneOf = oneOf;
    }

    public CodedError coded(GraphQLError error) {
        return switch (error) {
            case CodedError coded -> coded;
            case CoercingParseValueException e -> with(RequestErrorCode.INVALID_ARGUMENT, e);
            case CoercingParseLiteralException e -> with(RequestErrorCode.INVALID_ARGUMENT, e);
            case NonNullableValueCoercedAsNullException e -> with(RequestErrorCode.INVALID_ARGUMENT, e);
            case InputMapDefinesTooManyFieldsException e -> with(RequestErrorCode.INVALID_ARGUMENT, e);
            case OneOfTooManyKeysException e -> with(RequestErrorCode.INVALID_ARGUMENT, e);
            case OneOfNullValueException e -> with(RequestErrorCode.INVALID_ARGUMENT, e);
            case UnknownOperationException e -> with(RequestErrorCode.OPERATION_RESOLUTION_FAILED, e);
            case ValidationError e -> with(RequestErrorCode.GRAPHQL_VALIDATION_FAILED, e);
            case BadFaithIntrospectionError e ->
                new CodedError(RequestErrorCode.LIMIT_EXCEEDED, introspection(e.getMessage()));
            case AbortExecutionException e -> with(RequestErrorCode.LIMIT_EXCEEDED, e);
            default -> fault(error);
        };
    }

    private CodedError with(RequestErrorCode code, GraphQLError error) {
        String message = error.getMessage() == null ? code.name() : error.getMessage();
        return new CodedError(
                code, oneOf.worded(plain(AstDumpShortener.shortened(message))), error.getLocations(), error.getPath());
    }

    /** The message in the words of JSON. */
    static String plain(String message) {
        return JAVA_TYPE.matcher(message).replaceAll(found -> JSON_TYPE.getOrDefault(found.group(1), "value"));
    }

    /** graphql-java's rules for questions about the schema: no setting widens them. */
    private static String introspection(@Nullable String message) {
        Matcher found = TOO_OFTEN.matcher(message == null ? "" : message);
        String broken = found.find()
                ? found.group(1) + " is requested more than once"
                : "A request that asks for the schema has more than 500 fields";
        return broken + ". A request may ask for __schema, or for one __type, and in it once for each list of a type:"
                + " fields, inputFields, interfaces, possibleTypes. All types are in one such list:"
                + " { __schema { types { name fields { name } } } }; or send one request per __type";
    }

    /** A null or a type that the schema does not allow, given by one of our own fetchers. */
    private CodedError fault(GraphQLError error) {
        Throwable cause = error instanceof Throwable thrown ? thrown : new IllegalStateException(error.toString());
        var told = failures.internal(cause);
        return new CodedError(told.code(), told.message(), error.getLocations(), error.getPath());
    }
}
