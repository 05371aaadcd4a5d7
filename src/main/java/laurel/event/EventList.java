package laurel.event;

/**
 * Which events, in the order in which they were told.
 *
 * @param after their ids are greater than this
 * @param size  how many
 */
record EventList(long after, int size) {}
