package laurel.score;

import laurel.leaderboard.Grouping;
import laurel.participant.ParticipantRef;

/** The place of one participant's entry in one grouping of one window, whichever group it stands in. */
record Slot(long windowId, Grouping grouping, ParticipantRef participant) {}
