package laurel.api.error;

import java.util.Map;
import laurel.request.RequestErrorCode;

/** An HTTP request that is answered with a status of its own, before GraphQL has a say. */
public final class HttpRequestException extends RuntimeException {
    private final int status;
    private final transient CodedError error;
    private final transient Map<String, String> headers;

    public HttpRequestException(int status, RequestErrorCode code, String message, Map<String, String> headers) {
        super(message);
        this.status = status;
        this.error = new CodedError(code, message);
        this.headers = Map.copyOf(headers);
    }

    public HttpRequestException(int status, RequestErrorCode code, String message) {
        this(status, code, message, Map.of());
    }

    public int status() {
        return status;
    }

    public CodedError error() {
        return error;
    }

    public Map<String, String> headers() {
        return headers;
    }
}
