package laurel.ranking;

import laurel.leaderboard.Group;
import laurel.participant.ParticipantRef;
import laurel.window.Window;

/** An item of a rank history: a participant in a group of a window, with or without an entry. */
public record WindowStanding(Window window, Group group, ParticipantRef participant) {}
