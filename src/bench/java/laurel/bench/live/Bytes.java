package laurel.bench.live;

/** Searches messages without allocating objects. */
final class Bytes {
    private Bytes() {}

    /** The index of these bytes; -1 if they do not occur. */
    static int find(byte[] wanted, byte[] bytes, int from, int to) {
        for (int at = from; at <= to - wanted.length; at++) {
            if (bytes[at] == wanted[0] && matches(wanted, bytes, at)) {
                return at;
            }
        }
        return -1;
    }

    private static boolean matches(byte[] wanted, byte[] bytes, int at) {
        for (int i = 1; i < wanted.length; i++) {
            if (bytes[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    /** The number after these bytes; -1 if there is none. */
    static long number(byte[] name, byte[] bytes, int from, int to) {
        int at = find(name, bytes, from, to);
        if (at < 0) {
            return -1;
        }
        long number = -1;
        for (int i = at + name.length; i < to && bytes[i] >= '0' && bytes[i] <= '9'; i++) {
            number = Math.max(number, 0) * 10 + bytes[i] - '0';
        }
        return number;
    }
}
