package laurel.api.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import laurel.api.error.HttpRequestException;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * What a request of HTTP/1 is refused for, whatever it asks. Two servers that read one message differently can be played off
 * against each other, so what leaves a choice is refused.
 */
final class RequestRules {
    /** What people type into the query of a URL, and browsers encode. */
    private static final String UNENCODED = "{}[]\"|\\^`<>";

    private RequestRules() {}

    /** Why this is refused; null where it is not. */
    static @Nullable HttpRequestException refusal(HttpRequest request) {
        HttpHeaders headers = request.headers();
        int hosts = headers.getAll(HttpHeaderNames.HOST).size();
        if (hosts > 1) {
            return bad("The header Host is given more than once");
        }
        if (hosts == 0 && request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0) {
            return bad("The header Host is missing");
        }
        if (!isAddress(encoded(request.uri()))) {
            return bad(
                    "The address of the request is malformed; in a query, a percent sign begins two hexadecimal digits");
        }
        return transferCoding(headers.getAll(HttpHeaderNames.TRANSFER_ENCODING));
    }

    /** The codec refuses chunked itself where it is not the last, and in HTTP/1.0. */
    private static @Nullable HttpRequestException transferCoding(List<String> codings) {
        return codings.stream().allMatch(coding -> HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(coding.strip()))
                ? null
                : new HttpRequestException(
                        501, RequestErrorCode.BAD_REQUEST, "The only supported Transfer-Encoding is chunked");
    }

    /** What kept a message from being read, worded for whoever sent it. */
    static HttpRequestException unreadable(Throwable cause) {
        return switch (cause) {
            case TooLongHttpHeaderException e ->
                new HttpRequestException(
                        431,
                        RequestErrorCode.LIMIT_EXCEEDED,
                        "The headers of the request are larger than the limit micronaut.server.netty.max-header-size");
            case TooLongHttpLineException e ->
                new HttpRequestException(
                        414,
                        RequestErrorCode.LIMIT_EXCEEDED,
                        "The address of the request is longer than the limit"
                                + " micronaut.server.netty.max-initial-line-length; send it by POST");
            default -> bad("The request is malformed");
        };
    }

    /** The address with its query encoded, where it holds characters that belong into none. */
    static String encoded(String address) {
        int query = address.indexOf('?');
        if (query < 0 || address.chars().skip(query).noneMatch(c -> UNENCODED.indexOf(c) >= 0)) {
            return address;
        }
        var text = new StringBuilder(address.substring(0, query));
        address.chars().skip(query).forEach(c -> {
            if (UNENCODED.indexOf(c) >= 0) {
                text.append('%').append(Integer.toHexString(c).toUpperCase(Locale.ROOT));
            } else {
                text.append((char) c);
            }
        });
        return text.toString();
    }

    private static boolean isAddress(String address) {
        try {
            // As an absolute one, for a path of two slashes would be a host.
            new URI(address.startsWith("/") ? "http://laurel" + address : address);
            return !address.isEmpty();
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static HttpRequestException bad(String message) {
        return new HttpRequestException(400, RequestErrorCode.BAD_REQUEST, message);
    }
}
