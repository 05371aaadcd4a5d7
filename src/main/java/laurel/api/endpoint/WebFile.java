package laurel.api.endpoint;

import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MutableHttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import laurel.request.Sha256;

/** A file that browsers load. They ask before each use whether it has changed, by its entity tag. */
final class WebFile {
    /** Enough to distinguish versions of a file. */
    private static final int TAG_LENGTH = 32;

    private final byte[] content;
    private final String type;
    private final String tag;

    WebFile(byte[] content, String type) {
        this.content = content;
        this.type = type;
        // Weak, because the server also sends the content compressed.
        this.tag = "W/\"" + Sha256.hex(content).substring(0, TAG_LENGTH) + "\"";
    }

    /** The same page with attributes of its root element, which are text of HTML. */
    WebFile withAttributes(String attributes) {
        String page = new String(content, StandardCharsets.UTF_8);
        String html = page.replaceFirst("<html\\b", Matcher.quoteReplacement("<html" + attributes));
        return new WebFile(html.getBytes(StandardCharsets.UTF_8), type);
    }

    /** Responds with the content, or with status 304 if the client has it. */
    MutableHttpResponse<byte[]> response(HttpRequest<?> http) {
        MutableHttpResponse<byte[]> response = isKnown(http) ? HttpResponse.notModified() : HttpResponse.ok(content);
        return response.header(HttpHeaders.CONTENT_TYPE, type)
                .header(HttpHeaders.CACHE_CONTROL, "no-cache")
                .header(HttpHeaders.ETAG, tag)
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
    }

    private boolean isKnown(HttpRequest<?> http) {
        return http.getHeaders().getAll(HttpHeaders.IF_NONE_MATCH).stream()
                .flatMap(tags -> Arrays.stream(tags.split(",", -1)))
                .map(String::strip)
                .anyMatch(known -> known.equals("*") || known.equals(tag) || ("W/" + known).equals(tag));
    }
}
