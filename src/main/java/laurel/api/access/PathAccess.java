package laurel.api.access;

import java.util.regex.Pattern;
import laurel.api.error.HttpRequestException;
import laurel.request.RequestErrorCode;
import laurel.request.access.Identity;
import laurel.request.access.Role;
import org.jspecify.annotations.Nullable;

/** The roles that paths require. Fields of GraphQL require roles of their own, which {@code FieldAccess} checks. */
public final class PathAccess {
    private static final Pattern GRAPHQL = Pattern.compile("(/apps/[^/]++)?/graphql(/.*+)?");
    private static final Pattern EXPORT = Pattern.compile("(/apps/[^/]++)?/participants(/.*+)?");

    /** For paths that are not of an app. Their callers must not be bound to one: metrics, for example, have labels of all apps. */
    private static final Role SERVICE = Role.READER;

    /** Paths without private content. */
    private static final Pattern PUBLIC = Pattern.compile("/(graphiql|health|web)(/.*+)?"
            + "|(/apps/[^/]++)?(/?|/admin/?|/embed/.*+)"
            + "|/laurel-(client|leaderboard)\\.js");

    /** Scripts that pages of every origin may load. */
    private static final Pattern SHARED =
            Pattern.compile("/laurel-(client|leaderboard)\\.js|/web/(shared|widget)/[^/]++");

    private PathAccess() {}

    /** Whether the path is open to everyone, without a key. */
    public static boolean isPublic(String path) {
        return PUBLIC.matcher(path).matches();
    }

    /** Whether pages of every origin may load the path. It has no private content. */
    public static boolean isShared(String path) {
        return SHARED.matcher(path).matches();
    }

    /** Returns why a caller may not request a path: status 401 if it has no credentials, otherwise 403; null if it may. */
    public static @Nullable HttpRequestException rejection(String path, Identity identity) {
        Role required = required(path);
        if (!identity.role().includes(required)) {
            return identity.role() == Role.ANONYMOUS
                    ? Authenticator.missing()
                    : forbidden("This path requires the role " + required + ".");
        }
        return required != SERVICE || identity.app() == null
                ? null
                : forbidden("This path is of no app: it requires an identity that is not bound to an app.");
    }

    private static Role required(String path) {
        if (GRAPHQL.matcher(path).matches()) {
            return Role.ANONYMOUS;
        }
        return EXPORT.matcher(path).matches() ? Role.PLAYER : SERVICE;
    }

    /** Allows administrators and players: an export has everything about a participant, also what keys of servers cannot read. */
    public static void requireExport(Identity identity) {
        if (identity.role() != Role.ADMIN && identity.role() != Role.PLAYER) {
            throw forbidden("An export requires the role ADMIN, or the token of the player; the caller has the role "
                    + identity.role() + ".");
        }
    }

    private static HttpRequestException forbidden(String message) {
        return new HttpRequestException(403, RequestErrorCode.FORBIDDEN, message);
    }
}
