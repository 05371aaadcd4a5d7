package laurel.api.http;

import io.micronaut.http.HttpMethod;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.server.exceptions.response.ErrorContext;
import io.micronaut.http.server.exceptions.response.ErrorResponseProcessor;
import jakarta.inject.Singleton;
import laurel.api.error.CodedError;
import laurel.api.error.Failures;
import laurel.request.RequestErrorCode;

/**
 * Rewrites errors of the HTTP server (unknown path, wrong method, body too large, exception outside an endpoint) in
 * GraphQL's shape. The server's own messages name classes and repeat the request.
 */
@Singleton
final class ServerErrorProcessor implements ErrorResponseProcessor<byte[]> {
    private static final int SERVER_FAULT = 500;

    private final Failures failures;

    ServerErrorProcessor(Failures failures) {
        this.failures = failures;
    }

    @Override
    public MutableHttpResponse<byte[]> processResponse(ErrorContext context, MutableHttpResponse<?> base) {
        CodedError error = error(context, base.code());
        if (base.code() >= SERVER_FAULT) {
            // The server may report an error of the client as 500.
            base.status(ResponseFormat.status(error.code()));
        }
        MutableHttpResponse<byte[]> response = base.body(Responses.body(error));
        if (context.getRequest().getMethod() == HttpMethod.HEAD) {
            response.body(null);
        }
        return response.header("Content-Type", ResponseFormat.JSON.contentType());
    }

    private CodedError error(ErrorContext context, int status) {
        if (status >= SERVER_FAULT) {
            return CodedError.of(failures.explain(
                    context.getRootCause().orElseGet(() -> new IllegalStateException("HTTP status " + status))));
        }
        return switch (status) {
            case 401 -> new CodedError(RequestErrorCode.UNAUTHENTICATED, "An API key is required.");
            case 403 -> new CodedError(RequestErrorCode.FORBIDDEN, "Not allowed.");
            case 404 ->
                new CodedError(
                        RequestErrorCode.PATH_NOT_FOUND,
                        "The path does not exist; the API is at " + HttpApi.GRAPHQL_PATH + ".");
            case 405 -> new CodedError(RequestErrorCode.BAD_REQUEST, "The path does not support the method.");
            case 406 -> new CodedError(RequestErrorCode.BAD_REQUEST, "The path has no response that `Accept` allows.");
            case 413 ->
                new CodedError(
                        RequestErrorCode.LIMIT_EXCEEDED,
                        "The request body exceeds the maximum size (`micronaut.server.max-request-size`).");
            case 415 -> new CodedError(RequestErrorCode.BAD_REQUEST, "The path does not support the `Content-Type`.");
            default -> new CodedError(RequestErrorCode.BAD_REQUEST, "The request is malformed.");
        };
    }
}
