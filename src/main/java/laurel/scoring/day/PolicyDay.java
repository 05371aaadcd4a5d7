package laurel.scoring.day;

import io.micronaut.core.annotation.Introspected;
import laurel.activity.ParticipantDay;

/** A day of a participant that a policy scores. */
@Introspected
record PolicyDay(int policyId, ParticipantDay day) {}
