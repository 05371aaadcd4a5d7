package laurel.api.endpoint;

import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Value;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import laurel.Serving;
import laurel.api.http.ListSetting;

/**
 * The content security policy of the web front end: scripts, styles and requests only of this service, images also of other
 * sources, and no frames except those of embedded leaderboards, in pages of the configured origins.
 */
@Context
@Serving
final class WebPolicy {
    private static final String SCRIPTS =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:";
    private static final String REQUESTS =
            "; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ";

    private static final String NONE = "'none'";
    private static final String ANY = "*";
    private static final String HOST = "(\\*\\.)?[\\w.-]+(:(\\d+|\\*))?";
    private static final ListSetting ANCESTORS = new ListSetting(
            "laurel.web.frame-ancestors",
            Pattern.compile("\\*|https?://(" + HOST + "|\\[[0-9a-fA-F:]+](:\\d+)?)"),
            "origins such as https://play.example");
    private static final ListSetting IMAGES = new ListSetting(
            "laurel.web.image-sources",
            Pattern.compile("\\*|https?://" + HOST + "(/[\\w./%~-]*)?"),
            "addresses such as https://images.example");

    private final String page;
    private final String embedded;

    WebPolicy(
            @Value("${laurel.web.frame-ancestors:}") List<String> frameAncestors,
            @Value("${laurel.web.image-sources:*}") List<String> imageSources) {
        List<String> ancestors = ANCESTORS.checked(frameAncestors);
        String sources = IMAGES.checked(imageSources).stream()
                .map(source -> source.equals(ANY) ? " https:" : " " + source)
                .collect(Collectors.joining());
        String policy = SCRIPTS + sources + REQUESTS;
        this.page = policy + NONE;
        this.embedded = policy + (ancestors.isEmpty() ? NONE : String.join(" ", ancestors));
    }

    /** The policy of pages that no other page may embed. */
    String ofPage() {
        return page;
    }

    /** The policy of embedded leaderboards. */
    String ofEmbedded() {
        return embedded;
    }
}
