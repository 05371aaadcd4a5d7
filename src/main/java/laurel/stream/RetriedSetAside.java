package laurel.stream;

/**
 * What became of an entry that was tried again.
 *
 * @param passed whether it is recorded, and set aside no more
 */
record RetriedSetAside(SetAside setAside, boolean passed) {}
