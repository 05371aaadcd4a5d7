package laurel.api.socket;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.api.access.CallerResolver;
import laurel.api.error.HttpRequestException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * Credentials of a client: headers of the handshake, and fields of the first message with the same names, because browsers
 * cannot send headers.
 *
 * @param authorization values of the header {@code Authorization}
 * @param apps          app of the path, if it names one, and values of the header {@code Laurel-App}
 * @param forwarded     values of the header {@code X-Forwarded-For}
 * @param otherOrigin   rejection of an anonymous caller; null unless a page of an origin that is not allowed connects
 */
record SocketCredentials(
        List<String> authorization,
        List<String> apps,
        List<String> forwarded,
        @Nullable HttpRequestException otherOrigin) {
    static final String AUTHORIZATION = "Authorization";

    /** Adds the fields of the first message. Throws BAD_REQUEST if a field is not a string. */
    SocketCredentials merge(Map<String, @Nullable Object> payload) {
        return new SocketCredentials(
                merged(AUTHORIZATION, authorization, payload),
                merged(CallerResolver.HEADER, apps, payload),
                forwarded,
                otherOrigin);
    }

    private static List<String> merged(String name, List<String> headers, Map<String, @Nullable Object> payload) {
        List<String> values = new ArrayList<>(headers);
        payload.forEach((key, value) -> {
            if (key.equalsIgnoreCase(name)) {
                if (!(value instanceof String text)) {
                    throw new RequestException(RequestErrorCode.BAD_REQUEST, "`" + name + "` is not a string.");
                }
                values.add(text.strip());
            }
        });
        return values.stream().distinct().toList();
    }
}
