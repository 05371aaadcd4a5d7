package laurel.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Carries a refusal from the violated rule to the mutation, which returns it as a {@code UserError}. Has no stack trace. */
public final class RefusedException extends RuntimeException {
    private final Refusal refusal;

    public RefusedException(ErrorCode code, String message, String... path) {
        this(new Refusal(code, message, List.of(path)));
    }

    public RefusedException(Refusal refusal) {
        super(refusal.message(), null, false, false);
        this.refusal = refusal;
    }

    /** Refuses an input that exceeds a limit. */
    public static RefusedException limit(ErrorCode code, int limit, String message, String... path) {
        return new RefusedException(new Refusal(code, message, List.of(path)).with(new Refusal.Detail.Limit(limit)));
    }

    /** Refuses an {@code expectedVersion} that is not the current version of the object. */
    private static RefusedException versionConflict(int version, String message) {
        return new RefusedException(new Refusal(ErrorCode.VERSION_CONFLICT, message, List.of("expectedVersion"))
                .with(new Refusal.Detail.CurrentVersion(version)));
    }

    /**
     * Refuses an input with VERSION_CONFLICT if it expects another version than the object has.
     *
     * @param type     type of the object: {@code badge}
     * @param expected {@code expectedVersion} of the input; null to change any version
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
