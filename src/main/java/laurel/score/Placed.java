package laurel.score;

import laurel.leaderboard.Group;

/** An entry and the group that it stands in. */
record Placed(Group group, Entry entry) {}
