package laurel.api.http;

import graphql.ExecutionResult;
import io.micronaut.http.HttpStatus;
import java.util.List;
import java.util.Map;
import laurel.api.error.CodedError;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/** Media types of a response. They differ in the status of a request that was not executed. */
public enum ResponseFormat {
    /** The status reflects the result. */
    GRAPHQL_RESPONSE("application/graphql-response+json"),
    /** For older clients: status 200 for every well-formed request, unless the service failed or the rate is too high. */
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
     * Returns the format that an {@code Accept} header prefers; JSON by default; null if it accepts neither.
     *
     * @param accept all values of the header
     */
    public static @Nullable ResponseFormat accepted(List<String> accept) {
        if (accept.isEmpty()) {
            return JSON;
        }
        List<MediaRange> ranges = MediaRange.list(String.join(",", accept));
        Preference json = Preference.of(JSON.mediaType, ranges);
        Preference graphql = Preference.of(GRAPHQL_RESPONSE.mediaType, ranges);
        if (json.quality == 0 && graphql.quality == 0) {
            return null;
        }
        return graphql.exceeds(json) ? GRAPHQL_RESPONSE : JSON;
    }

    /** Whether an {@code Accept} header names event streams. */
    public static boolean allowsStream(List<String> accept) {
        Preference stream = Preference.of(STREAM, MediaRange.list(String.join(",", accept)));
        return stream.quality > 0 && stream.specificity == MediaRange.EXACT;
    }

    /** Whether an {@code Accept} header prefers event streams to both formats. */
    public static boolean prefersStream(List<String> accept) {
        List<MediaRange> ranges = MediaRange.list(String.join(",", accept));
        Preference stream = Preference.of(STREAM, ranges);
        return allowsStream(accept)
                && stream.exceeds(Preference.of(JSON.mediaType, ranges))
                && stream.exceeds(Preference.of(GRAPHQL_RESPONSE.mediaType, ranges));
    }

    int status(ExecutionResult result) {
        if (result.isDataPresent() || result.getErrors().isEmpty()) {
            return HttpStatus.OK.getCode();
        }
        RequestErrorCode code =
                result.getErrors().getFirst() instanceof CodedError error ? error.code() : RequestErrorCode.INTERNAL;
        int status = status(code);
        boolean wellFormed = status < 500 && code != RequestErrorCode.RATE_LIMITED;
        return this == JSON && wellFormed ? HttpStatus.OK.getCode() : status;
    }

    /** Returns the HTTP status for an error code. */
    static int status(RequestErrorCode code) {
        return STATUS.getOrDefault(code, HttpStatus.BAD_REQUEST).getCode();
    }

    private static final Map<RequestErrorCode, HttpStatus> STATUS = Map.of(
            RequestErrorCode.UNAUTHENTICATED, HttpStatus.UNAUTHORIZED,
            RequestErrorCode.FORBIDDEN, HttpStatus.FORBIDDEN,
            RequestErrorCode.PATH_NOT_FOUND, HttpStatus.NOT_FOUND,
            RequestErrorCode.PARTICIPANT_NOT_FOUND, HttpStatus.NOT_FOUND,
            RequestErrorCode.PERSISTED_QUERY_NOT_FOUND, HttpStatus.NOT_FOUND,
            RequestErrorCode.RATE_LIMITED, HttpStatus.TOO_MANY_REQUESTS,
            RequestErrorCode.TIMEOUT, HttpStatus.GATEWAY_TIMEOUT,
            RequestErrorCode.UNAVAILABLE, HttpStatus.SERVICE_UNAVAILABLE,
            RequestErrorCode.INTERNAL, HttpStatus.INTERNAL_SERVER_ERROR);

    /** Preference for one media type: quality and index of the most specific entry that includes it. */
    private record Preference(double quality, int specificity, int index) {
        static Preference of(String mediaType, List<MediaRange> ranges) {
            Preference preference = new Preference(0, 0, 0);
            for (int i = 0; i < ranges.size(); i++) {
                int specificity = ranges.get(i).specificity(mediaType);
                if (specificity > preference.specificity) {
                    preference = new Preference(ranges.get(i).quality(), specificity, i);
                }
            }
            return preference;
        }

        boolean exceeds(Preference other) {
            if (quality != other.quality) {
                return quality > other.quality;
            }
            if (specificity != other.specificity) {
                return specificity > other.specificity;
            }
            return index < other.index;
        }
    }
}
