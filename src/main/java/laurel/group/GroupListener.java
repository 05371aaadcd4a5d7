package laurel.group;

/**
 * Is notified when the time zone of a group changes, in the transaction of the change. All listeners lock before the first one
 * checks. In the order of locks: what counts activity is before leaderboards.
 */
public interface GroupListener {
    /** Locks everything that uses time zones of the attribute's groups. */
    void lock(int app, String attribute);

    /**
     * Refuses GROUP_HAS_SCORES if the time zone of the group has been used, and what the new time zones do not allow.
     *
     * @param after the time zones of the attribute's groups after the change
     */
    void check(int app, GroupValue group, GroupTimeZones after);
}
