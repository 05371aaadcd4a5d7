package laurel.rankindex;

/** Primary key of a node. */
record NodeKey(long rankingId, int level, Separator separator) {}
