package laurel.api.endpoint;

import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Value;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import laurel.CannotStartException;
import laurel.Serving;

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
    private static final Pattern ANCESTOR = Pattern.compile("\\*|https?://(" + HOST + "|\\[[0-9a-fA-F:]+](:\\d+)?)");
    private static final Pattern IMAGES = Pattern.compile("\\*|https?://" + HOST + "(/[\\w./%~-]*)?");

    private final String page;
    private final String embedded;

    WebPolicy(
            @Value("${laurel.web.frame-ancestors:}") List<String> frameAncestors,
            @Value("${laurel.web.image-sources:*}") List<String> imageSources) {
        List<String> ancestors =
                checked("laurel.web.frame-ancestors", frameAncestors, ANCESTOR, "origins such as https://play.example");
        List<String> images =
                checked("laurel.web.image-sources", imageSources, IMAGES, "addresses such as https://images.example");
        String sources = images.stream()
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

    private static List<String> checked(String setting, List<String> values, Pattern form, String expected) {
        List<String> given = values.stream()
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .toList();
        given.stream()
                .filter(value -> !form.matcher(value).matches())
                .findFirst()
                .ifPresent(wrong -> {
                    throw new CannotStartException(
                            setting + " contains \"" + wrong + "\"; it must be " + expected + ", separated by commas");
                });
        return given;
    }
}
