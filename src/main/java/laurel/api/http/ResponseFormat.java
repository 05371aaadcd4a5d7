package laurel.api.http;

import graphql.ExecutionResult;
import io.micronaut.http.HttpStatus;
import java.util.List;
import java.util.Map;
import laurel.api.error.CodedError;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/** The two media types of an answer. They differ in the status of a request that could not be executed. */
public enum ResponseFormat {
    /** Says by its status how the request went. */
    GRAPHQL_RESPONSE("application/graphql-response+json"),
    /** For older clients: 200 for every request that is well-formed, unless the service is at fault. */
    JSON("application/json");

    private static final String STREAM = "text/event-stream";

    private final String mediaType;

    ResponseFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    String contentType() {
        return mediaType + ";charset=utf-8";
    }

    /**
     * The format that an {@code Accept} header likes best; JSON if it does not care. Null if it takes neither.
     *
     * @param accept all values of the header, or empty
     */
    public static @Nullable ResponseFormat accepted(List<String> accept) {
        if (accept.isEmpty()) {
            return JSON;
        }
        List<MediaRange> ranges = MediaRange.list(String.join(",", accept));
        Wish json = Wish.of(JSON.mediaType, ranges);
        Wish graphql = Wish.of(GRAPHQL_RESPONSE.mediaType, ranges);
        if (json.quality == 0 && graphql.quality == 0) {
            return null;
        }
        return graphql.beats(json) ? GRAPHQL_RESPONSE : JSON;
    }

    /** Whether an {@code Accept} header names streams of server-sent events. */
    public static boolean allowsStream(List<String> accept) {
        Wish stream = Wish.of(STREAM, MediaRange.list(String.join(",", accept)));
        return stream.quality > 0 && stream.exactness == MediaRange.EXACT;
    }

    /** Whether it likes them better than either format. */
    public static boolean prefersStream(List<String> accept) {
        List<MediaRange> ranges = MediaRange.list(String.join(",", accept));
        Wish stream = Wish.of(STREAM, ranges);
        return allowsStream(accept)
                && stream.beats(Wish.of(JSON.mediaType, ranges))
                && stream.beats(Wish.of(GRAPHQL_RESPONSE.mediaType, ranges));
    }

    int status(ExecutionResult result) {
        if (result.isDataPresent() || result.getErrors().isEmpty()) {
            return HttpStatus.OK.getCode();
        }
        RequestErrorCode code =
                result.getErrors().getFirst() instanceof CodedError error ? error.code() : RequestErrorCode.INTERNAL;
        int status = status(code);
        return this == JSON && status < 500 ? HttpStatus.OK.getCode() : status;
    }

    /** The status that says the same as the code. */
    static int status(RequestErrorCode code) {
        return STATUS.getOrDefault(code, HttpStatus.BAD_REQUEST).getCode();
    }

    private static final Map<RequestErrorCode, HttpStatus> STATUS = Map.of(
            RequestErrorCode.UNAUTHENTICATED, HttpStatus.UNAUTHORIZED,
            RequestErrorCode.FORBIDDEN, HttpStatus.FORBIDDEN,
            RequestErrorCode.PATH_NOT_FOUND, HttpStatus.NOT_FOUND,
            RequestErrorCode.TIMEOUT, HttpStatus.GATEWAY_TIMEOUT,
            RequestErrorCode.UNAVAILABLE, HttpStatus.SERVICE_UNAVAILABLE,
            RequestErrorCode.INTERNAL, HttpStatus.INTERNAL_SERVER_ERROR);

    /** How much a client wants one format: by the most exact entry that covers it, the earlier of two equal ones. */
    private record Wish(double quality, int exactness, int place) {
        static Wish of(String mediaType, List<MediaRange> ranges) {
            Wish wish = new Wish(0, 0, 0);
            for (int i = 0; i < ranges.size(); i++) {
                int exactness = ranges.get(i).covers(mediaType);
                if (exactness > wish.exactness) {
                    wish = new Wish(ranges.get(i).quality(), exactness, i);
                }
            }
            return wish;
        }

        boolean beats(Wish other) {
            if (quality != other.quality) {
                return quality > other.quality;
            }
            if (exactness != other.exactness) {
                return exactness > other.exactness;
            }
            return place < other.place;
        }
    }
}
