package laurel.ranking;

import laurel.leaderboard.Group;
import laurel.participant.ParticipantRef;
import laurel.window.Window;

/** Where a participant stands in a window, among a group; or that it does not. */
public record WindowStanding(Window window, Group group, ParticipantRef who) {}
