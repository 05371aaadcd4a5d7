package laurel.webhook.graphql;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import laurel.event.EventType;
import laurel.graphql.Input;
import laurel.leaderboard.WindowKind;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.Text;
import laurel.webhook.AllowedHosts;
import laurel.webhook.Webhook.WebhookState;
import laurel.webhook.WebhookFilter;
import laurel.webhook.WebhookFilter.WebhookGroups;
import laurel.webhook.WebhookUrl;
import org.jspecify.annotations.Nullable;

/**
 * The input of {@code createWebhook} or {@code updateWebhook}.
 *
 * @param creating whether there is no webhook yet, so that null is the default
 */
public record WebhookInput(Input input, boolean creating) {
    private static final int MOST_NAMED = 100;
    private static final int MOST_WATCHED = 100;
    private static final int LONGEST_KEY = 64;
    private static final String URL = "url";
    private static final String BOARDS = "leaderboardKeys";
    private static final String DEFINITIONS = "windowDefinitionKeys";

    /** State of a webhook that a client can set. */
    public enum WebhookStateInput {
        /** Messages are created and sent. */
        ENABLED,
        /** They are not. */
        DISABLED
    }

    /** Refuses keys that no leaderboard and no window definition can have, as INVALID_KEY. */
    public void checkKeys() {
        List<String> boards = Objects.requireNonNullElse(input.optionalStrings(BOARDS), List.of());
        for (int n = 0; n < boards.size(); n++) {
            Text.key(boards.get(n), BOARDS, Integer.toString(n));
        }
        List<String> definitions = Objects.requireNonNullElse(input.optionalStrings(DEFINITIONS), List.of());
        for (int n = 0; n < definitions.size(); n++) {
            Text.line(definitions.get(n), LONGEST_KEY, ErrorCode.INVALID_KEY, DEFINITIONS, Integer.toString(n));
        }
    }

    /** The address; null if it does not change. Refuses as {@link WebhookUrl#checked} does. */
    @Nullable
    public String url(AllowedHosts allowed) {
        checkNotNull(URL);
        String url = input.optionalString(URL);
        return url == null ? null : WebhookUrl.checked(url, allowed);
    }

    /** What the webhook reports: as the input says, and as before. Refuses LIST_TOO_LONG, NUMBER_OUT_OF_RANGE. */
    public WebhookFilter over(WebhookFilter before) {
        checkNotNull("groups");
        checkNotNull("topCount");
        Integer top = input.optionalInteger("topCount");
        WebhookGroups groups = input.optionalConstant(WebhookGroups.class, "groups");
        return checked(new WebhookFilter(
                constants(EventType.class, "eventTypes", before.eventTypes()),
                named(BOARDS, before.leaderboardKeys()),
                constants(WindowKind.class, "windowKinds", before.windowKinds()),
                named(DEFINITIONS, before.windowDefinitionKeys()),
                groups == null ? before.groups() : groups,
                top == null ? before.topCount() : top));
    }

    /** The new state; null if it does not change. */
    @Nullable
    public WebhookState state() {
        checkNotNull("state");
        WebhookStateInput state = input.optionalConstant(WebhookStateInput.class, "state");
        return state == null ? null : WebhookState.valueOf(state.name());
    }

    private void checkNotNull(String name) {
        if (!creating && input.has(name) && !input.says(name)) {
            throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "`" + name + "` cannot be null.");
        }
    }

    private <E extends Enum<E>> @Nullable List<E> constants(Class<E> type, String name, @Nullable List<E> before) {
        if (!input.says(name)) {
            return input.has(name) ? null : before;
        }
        Set<E> given = input.constants(type, name);
        return Arrays.stream(type.getEnumConstants()).filter(given::contains).toList();
    }

    private @Nullable List<String> named(String name, @Nullable List<String> before) {
        List<String> given = input.optionalStrings(name);
        if (given == null) {
            return input.has(name) ? null : before;
        }
        return given.stream().distinct().toList();
    }

    private static WebhookFilter checked(WebhookFilter interest) {
        few(interest.leaderboardKeys(), BOARDS);
        few(interest.windowDefinitionKeys(), DEFINITIONS);
        Limits.number(interest.topCount(), 1, MOST_WATCHED, "topCount");
        return interest;
    }

    private static void few(@Nullable List<String> keys, String path) {
        if (keys != null) {
            Limits.size(keys, 0, MOST_NAMED, path);
        }
    }
}
