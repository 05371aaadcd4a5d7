package laurel;

/** Starts Laurel. Compiled for old Java versions, so that they can report which version Laurel needs. */
public final class Main {
    private static final int OLDEST_JAVA = 21;

    private Main() {}

    public static void main(String[] args) throws Exception {
        int version = version(System.getProperty("java.specification.version"));
        if (version < OLDEST_JAVA) {
            System.err.println("Laurel cannot start: it needs Java " + OLDEST_JAVA + " or newer; this is Java "
                    + version + " in " + System.getProperty("java.home"));
            System.exit(1);
        }
        // By name: this class cannot refer to one that is compiled for a newer Java.
        Class.forName("laurel.Laurel").getMethod("main", String[].class).invoke(null, (Object) args);
    }

    /** Java 8 calls itself 1.8. */
    private static int version(String specification) {
        return Integer.parseInt(specification.startsWith("1.") ? specification.substring(2) : specification);
    }
}
