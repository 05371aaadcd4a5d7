package laurel.score;

import java.time.Instant;

/** A question: which rank had this participant in this ranking at this moment? */
public record RankAt(long rankingId, long participantId, Instant moment) {}
