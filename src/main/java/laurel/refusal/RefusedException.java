package laurel.refusal;

import java.util.List;

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

    public Refusal refusal() {
        return refusal;
    }
}
