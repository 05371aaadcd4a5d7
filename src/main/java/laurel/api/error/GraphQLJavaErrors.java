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

/** Adds codes to the errors of graphql-java, and rewrites their messages. */
@Singleton
public final class GraphQLJavaErrors {
    // graphql-java names Java classes of invalid values; clients send JSON.
    private static final Pattern JAVA_TYPE =
            Pattern.compile("'(LinkedHashMap|ArrayList|BigInteger|BigDecimal|Boolean|String)'");
    private static final Map<String, String> JSON_TYPE = Map.of(
            "LinkedHashMap", "object",
            "ArrayList", "list",
            "BigInteger", "whole number",
            "BigDecimal", "fraction",
            "Boolean", "boolean",
            "String", "string");

    private static final Pattern REPEATED_FIELD = Pattern.compile("(\\S+) is present too often");

    private final Failures failures;
    private final OneOfErrors oneOf;

    GraphQLJavaErrors(Failures failures, OneOfErrors oneOf) {
        this.failures = failures;
        this.oneOf = oneOf;
    }

    public CodedError coded(GraphQLError error) {
        return switch (error) {
            case CodedError coded -> coded;
            case CoercingParseValueException e -> withCode(RequestErrorCode.INVALID_ARGUMENT, e);
            case CoercingParseLiteralException e -> withCode(RequestErrorCode.INVALID_ARGUMENT, e);
            case NonNullableValueCoercedAsNullException e -> withCode(RequestErrorCode.INVALID_ARGUMENT, e);
            case InputMapDefinesTooManyFieldsException e -> withCode(RequestErrorCode.INVALID_ARGUMENT, e);
            case OneOfTooManyKeysException e -> withCode(RequestErrorCode.INVALID_ARGUMENT, e);
            case OneOfNullValueException e -> withCode(RequestErrorCode.INVALID_ARGUMENT, e);
            case UnknownOperationException e -> withCode(RequestErrorCode.OPERATION_RESOLUTION_FAILED, e);
            case ValidationError e -> withCode(RequestErrorCode.GRAPHQL_VALIDATION_FAILED, e);
            case BadFaithIntrospectionError e ->
                new CodedError(RequestErrorCode.LIMIT_EXCEEDED, introspectionMessage(e.getMessage()));
            case AbortExecutionException e -> withCode(RequestErrorCode.LIMIT_EXCEEDED, e);
            default -> internal(error);
        };
    }

    private CodedError withCode(RequestErrorCode code, GraphQLError error) {
        String message = error.getMessage() == null ? code.name() : error.getMessage();
        return new CodedError(
                code,
                oneOf.rewritten(jsonTypes(AstDumpShortener.shortened(message))),
                error.getLocations(),
                error.getPath());
    }

    /** Replaces names of Java classes by JSON types. */
    static String jsonTypes(String message) {
        return JAVA_TYPE.matcher(message).replaceAll(found -> JSON_TYPE.getOrDefault(found.group(1), "value"));
    }

    /** Explains the limits that graphql-java sets for introspection, which cannot be configured. */
    private static String introspectionMessage(@Nullable String message) {
        Matcher found = REPEATED_FIELD.matcher(message == null ? "" : message);
        String broken = found.find()
                ? found.group(1) + " is requested more than once"
                : "An introspection query has more than 500 fields";
        return broken + ". A request may select __schema or __type once, and below it each list of a type once:"
                + " fields, inputFields, interfaces, possibleTypes. One list has all types:"
                + " { __schema { types { name fields { name } } } }; or send one request per __type.";
    }

    /** The error for a result of a fetcher that does not match the schema. */
    private CodedError internal(GraphQLError error) {
        Throwable cause = error instanceof Throwable thrown ? thrown : new IllegalStateException(error.toString());
        var internal = failures.internal(cause);
        return new CodedError(internal.code(), internal.message(), error.getLocations(), error.getPath());
    }
}
