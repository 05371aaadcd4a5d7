package laurel.request;

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

    /** Carries a refusal of an input whose {@code expectedVersion} is not the version that the object has now. */
    private static RefusedException versionConflict(int version, String message) {
        return new RefusedException(new Refusal(ErrorCode.VERSION_CONFLICT, message, List.of("expectedVersion"))
                .with(new Refusal.Detail.CurrentVersion(version)));
    }

    /**
     * Refuses VERSION_CONFLICT if an input expects another version than an object has.
     *
     * @param type     of the object: {@code badge}
     * @param expected the input's {@code expectedVersion}; null if any version may be changed
     */
    public static void checkVersion(String type, int version, @Nullable Integer expected) {
        if (expected != null && expected != version) {
            throw versionConflict(
                    version, "`expectedVersion` is " + expected + "; the " + type + " has version " + version + ".");
        }
    }

    public Refusal refusal() {
        return refusal;
    }
}
