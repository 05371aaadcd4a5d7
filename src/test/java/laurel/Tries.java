package laurel;

/** Number of cases of random and long tests: few in each build, many with {@code ./mvnw -Plong verify}. */
public final class Tries {
    /** Whether this is the long run. */
    public static final boolean LONG = "long".equals(System.getProperty("laurel.tests"));

    private Tries() {}

    public static int of(int inEachBuild, int inTheLongRun) {
        return LONG ? inTheLongRun : inEachBuild;
    }
}
