package laurel.policy;

import laurel.activity.ParticipantDay;

/** A day of a participant, as a policy scores it. */
record PolicyDay(int policyId, ParticipantDay day) {}
