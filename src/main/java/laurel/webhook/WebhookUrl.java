package laurel.webhook;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;

/** Rules for the URL of a webhook. */
public final class WebhookUrl {
    private static final int MAX_LENGTH = 2_000;
    private static final int PORTS = 65_535;

    /** An IP address instead of a name: digits and dots, or brackets. */
    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|\\[.*]");

    private WebhookUrl() {}

    /** Returns an absolute https URL of a public or allowed host. Refuses others with INVALID_URL. */
    public static String checked(String text, AllowedHosts allowed) {
        URI url = parsed(text);
        boolean allowedHost = allowed.allows(url);
        boolean secure = "https".equals(url.getScheme());
        if (!secure && !(allowedHost && "http".equals(url.getScheme()))) {
            throw refused("`url` must begin with https://.");
        }
        if (!allowedHost && LITERAL.matcher(url.getHost()).matches() && !isPublic(url.getHost())) {
            throw refused("`url` must not name an address of a private network.");
        }
        return text;
    }

    private static URI parsed(String text) {
        try {
            URI url = new URI(text);
            boolean whole = url.getHost() != null && url.getPort() != 0 && url.getPort() <= PORTS;
            if (whole && url.getRawUserInfo() == null && url.getRawFragment() == null && isPlain(text)) {
                return url;
            }
        } catch (URISyntaxException e) {
            // Refused below, like other kinds of URIs.
        }
        throw refused("`url` must be an absolute URL of at most " + MAX_LENGTH
                + " ASCII characters, with a host and without user and fragment.");
    }

    /** Whether the HTTP client can send the URL without escaping characters. */
    private static boolean isPlain(String text) {
        return text.length() <= MAX_LENGTH && text.chars().allMatch(c -> c > ' ' && c < 127);
    }

    private static boolean isPublic(String literal) {
        try {
            return PublicAddress.is(InetAddress.getByName(literal));
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static RefusedException refused(String why) {
        return new RefusedException(ErrorCode.INVALID_URL, why, "url");
    }
}
