package laurel.api.operation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import laurel.api.error.CodedError;
import laurel.api.error.Failures;
import laurel.request.Emission;
import laurel.request.EventListener;
import laurel.request.EventSource;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * Sends the emissions of one subscription to its client in order, each when the {@link SendBuffer} has space. If too many
 * emissions wait, the subscription ends with SLOW_CONSUMER: a slow client does not delay others, and can resume.
 */
public final class SubscriptionDelivery implements EventListener {
    /** Maximum number of emissions that wait to be rendered or sent. */
    static final int MAX_WAITING = 256;

    public static final CodedError SLOW_CONSUMER = new CodedError(
            RequestErrorCode.SLOW_CONSUMER,
            "The client does not read events as fast as they occur, so the subscription has ended;"
                    + " resume it with `after`.");

    private final Operations operations;
    private final SubscriptionSelection selection;
    private final OperationSink sink;
    private final Runnable onEnd;
    private final Runnable onDrop;
    private final Deque<PendingEmission> waiting = new ArrayDeque<>(2);
    private EventSource.@Nullable Subscription subscription;
    private @Nullable Runnable lastMessage;
    private boolean ended;

    /**
     * @param onEnd  runs once, when the subscription ends
     * @param onDrop runs before that if the client is too slow
     */
    SubscriptionDelivery(
            Operations operations,
            SubscriptionSelection selection,
            OperationSink sink,
            Runnable onEnd,
            Runnable onDrop) {
        this.operations = operations;
        this.selection = selection;
        this.sink = sink;
        this.onEnd = onEnd;
        this.onDrop = onDrop;
    }

    /** An emission that is not sent yet. */
    private final class PendingEmission implements Runnable {
        final Emission emission;
        final CompletableFuture<byte[]> result = new CompletableFuture<>();
        final CompletableFuture<@Nullable Void> sent = new CompletableFuture<>();
        final SendBuffer.Permit permit = sink.sendBuffer().permit(this);

        PendingEmission(Emission emission) {
            this.emission = emission;
        }

        /** Renders it: the buffer has space. */
        @Override
        public void run() {
            try {
                operations.render(emission, selection).whenComplete(this::onRendered);
            } catch (RejectedExecutionException stopping) {
                // The service stops, and closes the connection.
                cancel();
            }
        }

        private void onRendered(byte[] bytes, @Nullable Throwable failure) {
            if (failure == null) {
                result.complete(bytes);
            } else {
                result.completeExceptionally(Failures.unwrap(failure));
            }
            drain();
        }

        @Nullable
        Throwable failure() {
            return result.isCompletedExceptionally() ? result.exceptionNow() : null;
        }
    }

    void start(EventSource source) {
        EventSource.Subscription started;
        try {
            started = source.subscribe(this);
        } catch (Throwable e) {
            failed(operations.explain(e));
            return;
        }
        synchronized (this) {
            if (!ended) {
                subscription = started;
                return;
            }
        }
        started.close();
    }

    /** Ends without a message, because the client has disconnected or does not need events any more. */
    void cancel() {
        end(null);
    }

    @Override
    public CompletionStage<?> next(Emission emission) {
        var one = new PendingEmission(emission);
        boolean tooMany;
        synchronized (this) {
            if (ended || lastMessage != null) {
                return CompletableFuture.completedStage(null);
            }
            waiting.add(one);
            tooMany = waiting.size() > MAX_WAITING;
        }
        if (tooMany) {
            end(this::drop);
        } else {
            one.permit.request();
        }
        return one.sent;
    }

    @Override
    public void complete() {
        finish(sink::complete);
    }

    @Override
    public void failed(RequestException reason) {
        finish(() -> sink.error(List.of(CodedError.of(reason).toSpecification())));
    }

    /** Ends after all waiting emissions are sent. */
    private void finish(Runnable last) {
        synchronized (this) {
            lastMessage = lastMessage == null ? last : lastMessage;
        }
        drain();
    }

    private void drain() {
        Runnable last;
        synchronized (this) {
            last = ended ? null : sendAvailable();
        }
        if (last != null) {
            end(last);
        }
    }

    /** Sends rendered emissions in order. Returns the last message if no more emissions follow. */
    private @Nullable Runnable sendAvailable() {
        while (!waiting.isEmpty() && waiting.element().result.isDone()) {
            PendingEmission one = waiting.element();
            Throwable failure = one.failure();
            if (failure != null) {
                // Later emissions must not follow a missing one.
                return () -> sink.error(operations.errors(failure));
            }
            CompletionStage<?> written = sink.next(one.result.join(), one.emission.cursor());
            waiting.remove();
            one.permit.close();
            written.whenComplete((done, never) -> one.sent.complete(null));
        }
        return waiting.isEmpty() ? lastMessage : null;
    }

    private void drop() {
        onDrop.run();
        sink.error(List.of(SLOW_CONSUMER.toSpecification()));
    }

    private void end(@Nullable Runnable last) {
        EventSource.Subscription open;
        List<PendingEmission> unsent;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            open = subscription;
            unsent = List.copyOf(waiting);
            waiting.clear();
        }
        unsent.forEach(one -> one.permit.close());
        if (open != null) {
            open.close();
        }
        // Before the last message: after it, the client may use the ID again.
        onEnd.run();
        if (last != null) {
            last.run();
        }
        unsent.forEach(one -> one.sent.complete(null));
    }
}
