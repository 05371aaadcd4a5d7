package laurel.score;

import java.time.Instant;

/** The rank of a participant in a ranking of a window, as it was at an earlier moment. */
public record RankAt(long windowId, long rankingId, long participantId, Instant moment) {}
