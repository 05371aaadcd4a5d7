package laurel.database;

/**
 * A text as it is sent to PostgreSQL, which takes neither U+0000 nor half a surrogate pair. What is stored is checked before, and
 * holds no control characters; but anybody may look something up by any text. So such a character is sent as {@link #NOBODYS}:
 * the text then equals nothing that is stored, and the statement finds nothing instead of failing.
 */
final class BoundText {
    /** A control character that no key, id or name may have. */
    private static final int NOBODYS = 1;

    private BoundText() {}

    static String of(String text) {
        return text.codePoints().allMatch(BoundText::holdable) ? text : replaced(text);
    }

    private static String replaced(String text) {
        StringBuilder replaced = new StringBuilder(text.length());
        text.codePoints().map(c -> holdable(c) ? c : NOBODYS).forEach(replaced::appendCodePoint);
        return replaced.toString();
    }

    private static boolean holdable(int codePoint) {
        return codePoint != 0 && Character.getType(codePoint) != Character.SURROGATE;
    }
}
