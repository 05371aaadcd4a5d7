package laurel.rankindex;

/** The primary key of a block. */
record BlockKey(long rankingId, int level, Bound bound) {}
