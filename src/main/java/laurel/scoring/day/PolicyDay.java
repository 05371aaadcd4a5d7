package laurel.scoring.day;

import io.micronaut.core.annotation.Introspected;
import laurel.activity.ParticipantDay;

/** A day of a participant, as a policy scores it. */
@Introspected
record PolicyDay(int policyId, ParticipantDay day) {}
