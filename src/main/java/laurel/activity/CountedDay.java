package laurel.activity;

import io.micronaut.core.annotation.Introspected;
import org.jspecify.annotations.Nullable;

/**
 * A day of a participant, without the events that a burst rule mutes.
 *
 * @param burstRuleId null to count muted events as well
 */
@Introspected
public record CountedDay(ParticipantDay day, @Nullable Integer burstRuleId) {}
