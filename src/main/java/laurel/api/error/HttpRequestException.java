package laurel.api.error;

import java.util.Map;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/** A request that is answered with a specific HTTP status, before GraphQL executes it. */
public final class HttpRequestException extends RequestException {
    private final int status;
    private final transient Map<String, String> headers;

    public HttpRequestException(int status, RequestErrorCode code, String message, Map<String, String> headers) {
        super(code, message);
        this.status = status;
        this.headers = Map.copyOf(headers);
    }

    public HttpRequestException(int status, RequestErrorCode code, String message) {
        this(status, code, message, Map.of());
    }

    public int status() {
        return status;
    }

    public CodedError error() {
        return CodedError.of(this);
    }

    public Map<String, String> headers() {
        return headers;
    }
}
