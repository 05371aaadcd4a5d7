package laurel.stream;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import laurel.CannotStartException;
import laurel.event.EventType;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the publisher: {@code laurel.streams.publish.*}.
 *
 * @param redis      {@code redis://user:password@host:6379/0}; if null, nothing is published
 * @param apps       keys of the apps whose events are published, separated by commas
 * @param stream     name of the stream; {@code {app}} and {@code {type}} stand for the app's key and the message type
 * @param format     how an event is written
 * @param eventTypes types to publish, separated by commas; null or empty for all
 * @param maxLength  approximate maximum number of entries of a stream
 * @param maxPayload maximum size of a payload in bytes
 */
@ConfigurationProperties("laurel.streams.publish")
public record PublishSettings(
        @Nullable String redis,
        @Bindable(defaultValue = "default") String apps,
        @Bindable(defaultValue = "laurel:events") String stream,
        @Bindable(defaultValue = "JSON") String format,
        @Nullable String eventTypes,
        @Bindable(defaultValue = "100000") int maxLength,
        @Bindable(defaultValue = "65536") int maxPayload) {
    /** How an event is written. */
    public enum StreamFormat {
        /** The message in the field {@code payload}. */
        JSON,
        /** Each value of the message in a field of its own. */
        FIELDS
    }

    /** Throws CannotStartException if the format is unknown. */
    StreamFormat streamFormat() {
        return Arrays.stream(StreamFormat.values())
                .filter(one -> one.name().equals(format.strip().toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new CannotStartException("laurel.streams.publish.format must be JSON or FIELDS"));
    }

    /** Throws CannotStartException if a type is unknown, or is sent to webhooks only. */
    List<EventType> types() {
        List<EventType> known =
                Arrays.stream(EventType.values()).filter(EventType::isAppEvent).toList();
        List<String> names = eventTypes == null ? List.of() : items(eventTypes);
        for (String name : names) {
            if (known.stream().noneMatch(type -> type.name().equals(name))) {
                throw new CannotStartException("laurel.streams.publish.event-types has " + name
                        + "; each is a type of the event log, such as RANK_CHANGED");
            }
        }
        return names.isEmpty()
                ? known
                : known.stream().filter(type -> names.contains(type.name())).toList();
    }

    /** Keys of the apps. */
    List<String> appKeys() {
        return items(apps);
    }

    private static List<String> items(String list) {
        return Arrays.stream(list.split(",", -1))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    @Override
    public String toString() {
        // Leaves out the password.
        return "PublishSettings[apps=" + apps + ", stream=" + stream + ", format=" + format + "]";
    }
}
