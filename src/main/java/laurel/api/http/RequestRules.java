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
 * Rejects ambiguous HTTP/1 requests: if two servers read one message differently, an attacker can smuggle requests past one
 * of them.
 */
final class RequestRules {
    /** Characters that users type into the query of a URL, and that browsers encode. */
    private static final String UNENCODED = "{}[]\"|\\^`<>";

    private RequestRules() {}

    /** Returns why the request is rejected; null if it is valid. */
    static @Nullable HttpRequestException check(HttpRequest request) {
        HttpHeaders headers = request.headers();
        int hosts = headers.getAll(HttpHeaderNames.HOST).size();
        if (hosts > 1) {
            return bad("The header `Host` is given more than once.");
        }
        if (hosts == 0 && request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0) {
            return bad("The header `Host` is missing.");
        }
        if (!isUrl(encoded(request.uri()))) {
            return bad("The URL is malformed; in a query, a percent sign must be followed by two hexadecimal digits.");
        }
        return transferCoding(headers.getAll(HttpHeaderNames.TRANSFER_ENCODING));
    }

    /** The codec rejects other uses of chunked: if it is not the last coding, and in HTTP/1.0. */
    private static @Nullable HttpRequestException transferCoding(List<String> codings) {
        return codings.stream().allMatch(coding -> HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(coding.strip()))
                ? null
                : new HttpRequestException(
                        501, RequestErrorCode.BAD_REQUEST, "The only supported `Transfer-Encoding` is chunked.");
    }

    /** Returns the error for a message that could not be read. */
    static HttpRequestException malformed(Throwable cause) {
        return switch (cause) {
            case TooLongHttpHeaderException e ->
                new HttpRequestException(
                        431,
                        RequestErrorCode.LIMIT_EXCEEDED,
                        "The headers exceed the maximum size (`micronaut.server.netty.max-header-size`).");
            case TooLongHttpLineException e ->
                new HttpRequestException(
                        414,
                        RequestErrorCode.LIMIT_EXCEEDED,
                        "The URL exceeds the maximum length (`micronaut.server.netty.max-initial-line-length`);"
                                + " send the request by POST.");
            default -> bad("The request is malformed.");
        };
    }

    /** Encodes characters that are not allowed in a query. */
    static String encoded(String url) {
        int query = url.indexOf('?');
        if (query < 0 || url.chars().skip(query).noneMatch(c -> UNENCODED.indexOf(c) >= 0)) {
            return url;
        }
        var text = new StringBuilder(url.substring(0, query));
        url.chars().skip(query).forEach(c -> {
            if (UNENCODED.indexOf(c) >= 0) {
                text.append('%').append(Integer.toHexString(c).toUpperCase(Locale.ROOT));
            } else {
                text.append((char) c);
            }
        });
        return text.toString();
    }

    private static boolean isUrl(String url) {
        try {
            // Absolute, because a leading double slash would begin a host.
            new URI(url.startsWith("/") ? "http://laurel" + url : url);
            return !url.isEmpty();
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static HttpRequestException bad(String message) {
        return new HttpRequestException(400, RequestErrorCode.BAD_REQUEST, message);
    }
}
