package laurel.webhook;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import laurel.event.EventType;
import laurel.graphql.Input;
import laurel.leaderboard.WindowKind;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import laurel.refusal.Text;
import org.jspecify.annotations.Nullable;

/** What somebody says that a webhook shall be. */
record WebhookInput(Input input) {
    private static final int MOST_NAMED = 100;
    private static final int MOST_WATCHED = 100;
    private static final int LONGEST_NAME = 64;

    /** Refuses keys that none can be, as INVALID_KEY. */
    void checkKeys() {
        List<String> keys = input.optionalStrings("leaderboards");
        for (int n = 0; keys != null && n < keys.size(); n++) {
            Text.key(keys.get(n), "leaderboards", Integer.toString(n));
        }
    }

    /** The address that it says; null where it says none. Refuses as {@link WebhookUrl#checked} does. */
    @Nullable
    String url(AllowedHosts allowed) {
        String url = input.optionalString("url");
        return url == null ? null : WebhookUrl.checked(url, allowed);
    }

    /** What it says to be told of, and of what it does not say, this; refuses INVALID_WEBHOOK. */
    Interest over(Interest before) {
        Integer top = input.optionalInteger("top");
        return checked(new Interest(
                constants(EventType.class, "types", before.types()),
                named("leaderboards", before.leaderboards()),
                constants(WindowKind.class, "kinds", before.kinds()),
                named("windowDefinitionKeys", before.definitions()),
                input.says("everyGroup") ? input.truth("everyGroup") : before.everyGroup(),
                top == null ? before.top() : top));
    }

    /** Whether it shall be sent to; null where nothing is said of that. */
    @Nullable
    Boolean enabled() {
        return input.says("enabled") ? input.truth("enabled") : null;
    }

    private <E extends Enum<E>> List<E> constants(Class<E> type, String name, List<E> before) {
        if (!input.says(name)) {
            return before;
        }
        Set<E> said = input.constants(type, name);
        return Arrays.stream(type.getEnumConstants()).filter(said::contains).toList();
    }

    private List<String> named(String name, List<String> before) {
        List<String> said = input.optionalStrings(name);
        return said == null ? before : said.stream().distinct().toList();
    }

    private static Interest checked(Interest interest) {
        few(interest.leaderboards(), "leaderboards");
        few(interest.definitions(), "windowDefinitionKeys");
        for (String name : interest.definitions()) {
            Text.line(name, LONGEST_NAME, ErrorCode.INVALID_WEBHOOK, "windowDefinitionKeys");
        }
        if (interest.top() < 1 || interest.top() > MOST_WATCHED) {
            throw invalid("A webhook watches 1 to " + MOST_WATCHED + " of the first.", "top");
        }
        return interest;
    }

    private static void few(List<String> names, String path) {
        if (names.size() > MOST_NAMED) {
            throw invalid("A webhook names at most " + MOST_NAMED + ".", path);
        }
    }

    private static RefusedException invalid(String message, String path) {
        return new RefusedException(ErrorCode.INVALID_WEBHOOK, message, path);
    }
}
