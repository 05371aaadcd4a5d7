package laurel.score.entry;

import laurel.leaderboard.Group;

/** An entry and the group that it stands in. */
public record GroupEntry(Group group, Entry entry) {}
