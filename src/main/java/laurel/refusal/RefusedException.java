package laurel.refusal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Carries a refusal from the rule that was broken to the front door, which answers with it. Has no stack trace. */
public final class RefusedException extends RuntimeException {
    private final Refusal refusal;

    public RefusedException(ErrorCode code, String message, String... path) {
        this(new Refusal(code, message, List.of(path)));
    }

    public RefusedException(Refusal refusal) {
        super(refusal.message(), null, false, false);
        this.refusal = refusal;
    }

    /** Carries a refusal of what exceeds a limit. */
    public static RefusedException limit(ErrorCode code, int limit, String message, String... path) {
        return new RefusedException(new Refusal(code, message, List.of(path)).with(new Refusal.Detail.Limit(limit)));
    }

    /**
     * Refuses VERSION_CONFLICT unless the version is the expected one; null expects none.
     *
     * @param what names the object, such as {@code streak `daily`}
     * @param path leads to the expected version
     */
    public static void checkVersion(String what, int version, @Nullable Integer expected, String... path) {
        if (expected != null && expected != version) {
            throw new RefusedException(new Refusal(
                            ErrorCode.VERSION_CONFLICT,
                            "The " + what + " has version " + version + "; version " + expected + " was expected.",
                            List.of(path))
                    .with(new Refusal.Detail.CurrentVersion(version)));
        }
    }

    public Refusal refusal() {
        return refusal;
    }
}
