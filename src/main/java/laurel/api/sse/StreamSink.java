package laurel.api.sse;

import java.util.List;
import java.util.concurrent.CompletionStage;
import laurel.api.operation.OperationSink;
import laurel.api.operation.SendBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An operation's way over a stream of events.
 *
 * @param id by which the client tells its operations apart; null where it is the only one, and the stream ends with it
 */
record StreamSink(EventStream stream, @Nullable String id) implements OperationSink {
    @Override
    public SendBuffer room() {
        return stream.room();
    }

    @Override
    public CompletionStage<?> next(byte[] result, @Nullable String cursor) {
        return stream.send(event(result, cursor));
    }

    @Override
    public void error(List<?> errors) {
        stream.say(event(ServerSentEvent.result(errors), null));
        complete();
    }

    @Override
    public void complete() {
        stream.say(id == null ? ServerSentEvent.complete() : ServerSentEvent.completeOf(id));
        if (id == null) {
            stream.end();
        }
    }

    private byte[] event(byte[] result, @Nullable String cursor) {
        return id == null ? ServerSentEvent.next(result, cursor) : ServerSentEvent.nextOf(id, result);
    }
}
