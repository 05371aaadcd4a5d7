package laurel.score;

import laurel.participant.ParticipantRef;

/** The place of one participant's entry in one ranking. */
record Slot(long rankingId, ParticipantRef participant) {}
