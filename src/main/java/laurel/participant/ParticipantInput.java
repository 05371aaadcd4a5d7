package laurel.participant;

import io.micronaut.core.annotation.Creator;
import io.micronaut.core.annotation.Introspected;
import java.util.Map;
import laurel.database.sql.Json;
import laurel.group.GroupValues;
import laurel.request.ErrorCode;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * A participant that is created if it does not exist; null leaves a value of one that exists as it is.
 *
 * @param name     1 to 200 characters
 * @param imageUrl an http or https address of at most 2,000 characters
 * @param metadata JSON object of at most 4 KiB
 * @param timeZone IANA zone name
 * @param group    at most 16 group values, which replace those that it has
 */
@Introspected
public record ParticipantInput(
        ExternalParticipantId ref,
        @Nullable String name,
        @Nullable String imageUrl,
        @Nullable Json metadata,
        @Nullable String timeZone,
        @Nullable GroupValues group) {

    /** A participant without group values of its own. */
    public ParticipantInput(
            ExternalParticipantId ref,
            @Nullable String name,
            @Nullable String imageUrl,
            @Nullable Json metadata,
            @Nullable String timeZone) {
        this(ref, name, imageUrl, metadata, timeZone, null);
    }

    /** Reads the schema's {@code ParticipantInput}. */
    @Creator
    static ParticipantInput of(
            String entityType,
            String externalId,
            @Nullable String name,
            @Nullable String imageUrl,
            @Nullable Json metadata,
            @Nullable String timeZone,
            @Nullable Map<String, String> group) {
        return new ParticipantInput(
                new ExternalParticipantId(entityType, externalId),
                name,
                imageUrl,
                metadata,
                timeZone,
                group == null ? null : GroupValues.of(group));
    }

    /**
     * Refuses, in this order: INVALID_EXTERNAL_ID, INVALID_TEXT, INVALID_URL, INVALID_TIME_ZONE, LIST_TOO_LONG,
     * INVALID_GROUP_ATTRIBUTE, INVALID_GROUP_VALUE, INVALID_METADATA, INVALID_ENTITY_TYPE.
     */
    public ParticipantInput checked() {
        Text.line(ref.externalId(), Text.MAX_ID, ErrorCode.INVALID_EXTERNAL_ID, "externalId");
        check(name, imageUrl, metadata, timeZone, group);
        EntityType.checked(ref.entityType(), "entityType");
        return this;
    }

    /**
     * Refuses, in this order: INVALID_TEXT, INVALID_URL, INVALID_TIME_ZONE, LIST_TOO_LONG, INVALID_GROUP_ATTRIBUTE,
     * INVALID_GROUP_VALUE, INVALID_METADATA.
     */
    static void check(
            @Nullable String name,
            @Nullable String imageUrl,
            @Nullable Json metadata,
            @Nullable String timeZone,
            @Nullable GroupValues group) {
        if (name != null) {
            Text.line(name, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "name");
        }
        if (imageUrl != null) {
            Text.url(imageUrl, "imageUrl");
        }
        if (timeZone != null) {
            Text.zone(timeZone, "timeZone");
        }
        if (group != null) {
            GroupValues.check(group.values(), GroupValues.MAX_OF_PARTICIPANT, "group");
        }
        if (metadata != null) {
            Text.json(metadata.text(), "metadata");
        }
    }

    /** Combines this with a later input, whose values win. */
    ParticipantInput then(ParticipantInput later) {
        return new ParticipantInput(
                ref,
                later.name != null ? later.name : name,
                later.imageUrl != null ? later.imageUrl : imageUrl,
                later.metadata != null ? later.metadata : metadata,
                later.timeZone != null ? later.timeZone : timeZone,
                later.group != null ? later.group : group);
    }

    /** Whether this has any value besides the external ID. */
    boolean saysMore() {
        return name != null || imageUrl != null || metadata != null || timeZone != null || group != null;
    }
}
