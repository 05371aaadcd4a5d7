package laurel.api.socket;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.api.access.CallerResolver;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * What a client says of itself when it connects: in headers, or in the first message where it cannot send any, as browsers
 * cannot. The names are the same.
 *
 * @param authorization values of the header Authorization
 * @param apps          the app of the path, if it names one, and values of the header that names an app
 */
record SocketCredentials(List<String> authorization, List<String> apps) {
    static final String AUTHORIZATION = "Authorization";

    /** With what the first message says; throws BAD_REQUEST where that is something else. */
    SocketCredentials and(Map<String, @Nullable Object> payload) {
        return new SocketCredentials(
                merged(AUTHORIZATION, authorization, payload), merged(CallerResolver.HEADER, apps, payload));
    }

    private static List<String> merged(String name, List<String> headers, Map<String, @Nullable Object> payload) {
        List<String> values = new ArrayList<>(headers);
        payload.forEach((key, value) -> {
            if (key.equalsIgnoreCase(name)) {
                if (!(value instanceof String text)) {
                    throw new RequestException(RequestErrorCode.BAD_REQUEST, name + " is not a string");
                }
                values.add(text.strip());
            }
        });
        return values.stream().distinct().toList();
    }
}
