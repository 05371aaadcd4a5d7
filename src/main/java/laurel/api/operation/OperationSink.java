package laurel.api.operation;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Sends the results of one operation to its client. Methods do not block. */
public interface OperationSink {
    /** The buffer that limits the results of the connection. */
    SendBuffer sendBuffer();

    /**
     * Sends a result.
     *
     * @param result JSON
     * @param cursor cursor to resume after this result; null if it has none
     * @return completes when the network has taken the result
     */
    CompletionStage<?> next(byte[] result, @Nullable String cursor);

    /** Sends the errors that ended the operation, as its last message. */
    void error(List<?> errors);

    /** Sends the end of the operation, as its last message. */
    void complete();
}
