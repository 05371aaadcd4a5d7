package laurel.app;

/**
 * Which apps, in order of key.
 *
 * @param after their keys come after this
 * @param size  how many
 */
record AppList(String after, int size) {}
