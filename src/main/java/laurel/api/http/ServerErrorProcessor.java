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
 * Words the errors that the HTTP server finds by itself (no such address, wrong method, body too large, a fault before
 * the endpoint) the way the endpoint words its own. The server's own texts name classes and repeat the request.
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
            // What the server takes for its own fault may be its caller's.
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
                    context.getRootCause().orElseGet(() -> new IllegalStateException("answered with " + status))));
        }
        return switch (status) {
            case 401 -> new CodedError(RequestErrorCode.UNAUTHENTICATED, "An API key is required");
            case 403 -> new CodedError(RequestErrorCode.FORBIDDEN, "Not allowed");
            case 404 ->
                new CodedError(
                        RequestErrorCode.PATH_NOT_FOUND,
                        "The path does not exist; the API is at " + HttpApi.GRAPHQL_PATH);
            case 405 -> new CodedError(RequestErrorCode.BAD_REQUEST, "The path does not support the method");
            case 406 -> new CodedError(RequestErrorCode.BAD_REQUEST, "The path has no response that Accept allows");
            case 413 ->
                new CodedError(
                        RequestErrorCode.LIMIT_EXCEEDED,
                        "The body of the request is larger than the limit micronaut.server.max-request-size");
            case 415 -> new CodedError(RequestErrorCode.BAD_REQUEST, "The path does not support the Content-Type");
            default -> new CodedError(RequestErrorCode.BAD_REQUEST, "The request is malformed");
        };
    }
}
