package laurel.rankindex;

/** Keys of entries for tests. */
public final class RankKeys {
    /**
     * Digits of external IDs. By code points, U+1F600 is after U+E000 and U+FFFD; by UTF-16, it is before them.
     */
    private static final String[] DIGITS = {"a", "\uD83D\uDE00", "b", "\uFFFD", "\u00E9", "\uE000", "\uD83D\uDE01"};

    private RankKeys() {}

    /** The key of a participant with an external ID of its own. The IDs have different lengths and are in no order. */
    public static RankKey key(long sortKey, long subscoreKey, long tieKey, long participant) {
        return new RankKey(sortKey, subscoreKey, tieKey, idKey(participant), participant);
    }

    /** The ID key of a participant from 0. */
    static String idKey(long participant) {
        StringBuilder id = new StringBuilder();
        for (long rest = participant; rest > 0; rest /= DIGITS.length) {
            id.append(DIGITS[(int) (rest % DIGITS.length)]);
        }
        return (participant % 3 == 0 ? "guild" : "player") + "\u0001x" + id;
    }
}
