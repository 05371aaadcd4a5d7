package laurel.api.operation;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The way to the client of one operation. Its methods return at once. */
public interface OperationSink {
    /** Where each result has its turn before it is worked out and sent. */
    SendBuffer room();

    /**
     * Sends a result, which is JSON.
     *
     * @param cursor what the client may resume after, having this result; null where there is none
     * @return done when it has left
     */
    CompletionStage<?> next(byte[] result, @Nullable String cursor);

    /** Says why the operation ended, as its last word. */
    void error(List<?> errors);

    /** Says that the operation is at its end, as its last word. */
    void complete();
}
