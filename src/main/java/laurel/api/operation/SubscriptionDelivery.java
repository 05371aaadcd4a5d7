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
 * Brings the emissions of one subscription to its client, in order, each when there is {@link SendBuffer} for it. Too
 * many that wait end the subscription, and it says so: a slow client slows nobody, and knows where to resume.
 */
public final class SubscriptionDelivery implements EventListener {
    /** Emissions of one subscription that wait to be worked out or written. */
    static final int MOST_WAITING = 256;

    public static final CodedError SLOW = new CodedError(
            RequestErrorCode.SLOW_CONSUMER,
            "The client does not read events as fast as they occur, so the subscription has ended;"
                    + " resume it with `after`");

    private final Operations operations;
    private final SubscriptionSelection selection;
    private final OperationSink outlet;
    private final Runnable ended;
    private final Runnable dropped;
    private final Deque<Waiting> waiting = new ArrayDeque<>(2);
    private EventSource.@Nullable Telling telling;
    private @Nullable Runnable lastWord;
    private boolean over;

    /**
     * @param ended   called once, when there is no more to come
     * @param dropped called besides where the client was too slow
     */
    SubscriptionDelivery(
            Operations operations,
            SubscriptionSelection selection,
            OperationSink outlet,
            Runnable ended,
            Runnable dropped) {
        this.operations = operations;
        this.selection = selection;
        this.outlet = outlet;
        this.ended = ended;
        this.dropped = dropped;
    }

    /** An emission on its way. */
    private final class Waiting {
        final Emission emission;
        final CompletableFuture<byte[]> result = new CompletableFuture<>();
        final CompletableFuture<@Nullable Void> left = new CompletableFuture<>();
        final SendBuffer.Turn turn = outlet.room().turn(this::render);

        Waiting(Emission emission) {
            this.emission = emission;
        }

        private void render() {
            try {
                operations.rendered(emission, selection).whenComplete(this::rendered);
            } catch (RejectedExecutionException stopping) {
                // The connection is told that the service stops.
                cancel();
            }
        }

        private void rendered(byte[] bytes, @Nullable Throwable failure) {
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
        EventSource.Telling begun;
        try {
            begun = source.tell(this);
        } catch (Throwable e) {
            failed(operations.explain(e));
            return;
        }
        synchronized (this) {
            if (!over) {
                telling = begun;
                return;
            }
        }
        begun.close();
    }

    /** Ends without a word: the client has gone, or wants no more. */
    void cancel() {
        end(null);
    }

    @Override
    public CompletionStage<?> next(Emission emission) {
        var one = new Waiting(emission);
        boolean tooMany;
        synchronized (this) {
            if (over || lastWord != null) {
                return CompletableFuture.completedStage(null);
            }
            waiting.add(one);
            tooMany = waiting.size() > MOST_WAITING;
        }
        if (tooMany) {
            end(this::drop);
        } else {
            one.turn.ask();
        }
        return one.left;
    }

    @Override
    public void complete() {
        finish(outlet::complete);
    }

    @Override
    public void failed(RequestException reason) {
        finish(() -> outlet.error(List.of(CodedError.of(reason).toSpecification())));
    }

    /** After what waits. */
    private void finish(Runnable word) {
        synchronized (this) {
            lastWord = lastWord == null ? word : lastWord;
        }
        drain();
    }

    private void drain() {
        Runnable word;
        synchronized (this) {
            word = over ? null : wordAfterSending();
        }
        if (word != null) {
            end(word);
        }
    }

    /** Sends what is worked out, in order, and gives the last word where nothing more is to come, or can. */
    private @Nullable Runnable wordAfterSending() {
        while (!waiting.isEmpty() && waiting.element().result.isDone()) {
            Waiting one = waiting.element();
            Throwable failure = one.failure();
            if (failure != null) {
                // What comes after it would be told to one who has missed it.
                return () -> outlet.error(operations.errors(failure));
            }
            CompletionStage<?> sent = outlet.next(one.result.join(), one.emission.cursor());
            waiting.remove();
            one.turn.close();
            sent.whenComplete((left, never) -> one.left.complete(null));
        }
        return waiting.isEmpty() ? lastWord : null;
    }

    private void drop() {
        dropped.run();
        outlet.error(List.of(SLOW.toSpecification()));
    }

    private void end(@Nullable Runnable word) {
        EventSource.Telling open;
        List<Waiting> unsent;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            open = telling;
            unsent = List.copyOf(waiting);
            waiting.clear();
        }
        unsent.forEach(one -> one.turn.close());
        if (open != null) {
            open.close();
        }
        // Before the last word: the client may use the id again once it has that.
        ended.run();
        if (word != null) {
            word.run();
        }
        unsent.forEach(one -> one.left.complete(null));
    }
}
