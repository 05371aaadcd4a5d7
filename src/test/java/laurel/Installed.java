package laurel;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Skips a test whose program is not installed. With {@code CI} set it fails instead, so that CI skips nothing
 * silently.
 */
public final class Installed {
    private Installed() {}

    /**
     * Skips the test if the program is not installed.
     *
     * @param program name of the program in the reason, such as {@code redis-server}
     */
    public static void require(boolean installed, String program) {
        String reason = program + " is not installed";
        if (!installed && System.getenv("CI") != null) {
            throw new AssertionError(reason + "; tests skip only where CI is not set");
        }
        assumeTrue(installed, reason);
    }
}
