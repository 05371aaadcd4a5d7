package laurel.api.sse;

import java.util.List;
import java.util.concurrent.CompletionStage;
import laurel.api.operation.OperationSink;
import laurel.api.operation.SendBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the results of an operation as events.
 *
 * @param id ID of the operation in single connection mode; null in distinct connections mode, where the stream ends with the
 *     operation
 */
record StreamSink(EventStream stream, @Nullable String id) implements OperationSink {
    @Override
    public SendBuffer sendBuffer() {
        return stream.sendBuffer();
    }

    @Override
    public CompletionStage<?> next(byte[] result, @Nullable String cursor) {
        return stream.sendResult(event(result, cursor));
    }

    @Override
    public void error(List<?> errors) {
        stream.sendControl(event(ServerSentEvent.errorResult(errors), null));
        complete();
    }

    @Override
    public void complete() {
        stream.sendControl(id == null ? ServerSentEvent.complete() : ServerSentEvent.completeOf(id));
        if (id == null) {
            stream.end();
        }
    }

    private byte[] event(byte[] result, @Nullable String cursor) {
        return id == null ? ServerSentEvent.next(result, cursor) : ServerSentEvent.nextOf(id, result);
    }
}
