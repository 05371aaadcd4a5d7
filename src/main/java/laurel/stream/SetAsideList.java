package laurel.stream;

/**
 * A part of an app's list.
 *
 * @param after the id before the first
 * @param size  how many at most
 */
record SetAsideList(long after, int size) {}
