package laurel.webhook.graphql;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import laurel.event.EventType;
import laurel.graphql.Input;
import laurel.leaderboard.WindowKind;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.webhook.Webhook.WebhookState;
import laurel.webhook.WebhookFilter;
import laurel.webhook.WebhookFilter.WebhookGroups;
import laurel.webhook.Webhooks.WebhookPatch;
import org.jspecify.annotations.Nullable;

/**
 * The input of {@code createWebhook} or {@code updateWebhook}.
 *
 * @param creating whether null means the default
 */
record WebhookInput(Input input, boolean creating) {
    private static final String URL = "url";
    private static final String LEADERBOARDS = "leaderboardKeys";
    private static final String DEFINITIONS = "windowDefinitionKeys";

    /** State of a webhook that a client can set. */
    enum WebhookStateInput {
        /** Messages are created and sent. */
        ENABLED,
        /** No messages. */
        DISABLED
    }

    /** Refuses INVALID_KEY. */
    void checkKeys() {
        WebhookFilter.checkKeys(
                Objects.requireNonNullElse(input.optionalStrings(LEADERBOARDS), List.of()),
                Objects.requireNonNullElse(input.optionalStrings(DEFINITIONS), List.of()));
    }

    WebhookPatch patch() {
        checkNotNull(URL);
        return new WebhookPatch(input.optionalString(URL), this::filter, state());
    }

    /** The filter of the input. Omitted fields keep their values. */
    WebhookFilter filter(WebhookFilter before) {
        checkNotNull("groups");
        checkNotNull("topCount");
        Integer top = input.optionalInteger("topCount");
        WebhookGroups groups = input.optionalConstant(WebhookGroups.class, "groups");
        return new WebhookFilter(
                constants(EventType.class, "eventTypes", before.eventTypes()),
                keys(LEADERBOARDS, before.leaderboardKeys()),
                constants(WindowKind.class, "windowKinds", before.windowKinds()),
                keys(DEFINITIONS, before.windowDefinitionKeys()),
                groups == null ? before.groups() : groups,
                top == null ? before.topCount() : top);
    }

    private @Nullable WebhookState state() {
        checkNotNull("state");
        WebhookStateInput state = input.optionalConstant(WebhookStateInput.class, "state");
        return state == null ? null : WebhookState.valueOf(state.name());
    }

    private void checkNotNull(String name) {
        if (!creating && input.has(name) && !input.hasValue(name)) {
            throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "`" + name + "` cannot be null.");
        }
    }

    private <E extends Enum<E>> @Nullable List<E> constants(Class<E> type, String name, @Nullable List<E> before) {
        if (!input.hasValue(name)) {
            return input.has(name) ? null : before;
        }
        Set<E> given = input.constants(type, name);
        return Arrays.stream(type.getEnumConstants()).filter(given::contains).toList();
    }

    private @Nullable List<String> keys(String name, @Nullable List<String> before) {
        List<String> given = input.optionalStrings(name);
        if (given == null) {
            return input.has(name) ? null : before;
        }
        return given.stream().distinct().toList();
    }
}
