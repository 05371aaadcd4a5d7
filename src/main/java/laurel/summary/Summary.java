package laurel.summary;

import laurel.participant.Participant;

/** What a participant sees of itself. */
record Summary(Participant participant) {}
