package laurel.api.endpoint;

import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Value;
import java.util.Optional;
import laurel.CannotStartException;
import laurel.Serving;
import laurel.api.access.Authenticator;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/** What the scripts of a page have to know of the service, as attributes of the page's root element. */
@Context
@Serving
final class PageAttributes {
    private final Authenticator authenticator;
    private final String leaderboard;

    PageAttributes(Authenticator authenticator, @Value("${laurel.web.leaderboard:}") String leaderboard) {
        this.authenticator = authenticator;
        this.leaderboard = leaderboard.strip();
        if (!this.leaderboard.isEmpty() && !Text.isKey(this.leaderboard)) {
            throw new CannotStartException(
                    "laurel.web.leaderboard is \"" + leaderboard + "\"; it must be the key of a leaderboard");
        }
    }

    /**
     * Returns the attributes as HTML. Empty if the path contains a key that no app and no leaderboard can have.
     *
     * @param app key of the app in the path
     * @param shown key of the leaderboard in the path
     */
    Optional<String> of(@Nullable String app, @Nullable String shown) {
        if ((app != null && !Text.isKey(app)) || (shown != null && !Text.isKey(shown))) {
            return Optional.empty();
        }
        // Keys contain no characters that HTML escapes.
        String first = shown == null ? leaderboard : shown;
        return Optional.of(" data-key=\"" + (authenticator.required() ? "needed" : "none") + "\""
                + (app == null ? "" : " data-app=\"" + app + "\"")
                + (first.isEmpty() ? "" : " data-leaderboard=\"" + first + "\""));
    }
}
