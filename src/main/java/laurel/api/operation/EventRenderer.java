package laurel.api.operation;

import graphql.ExecutionResult;
import graphql.GraphQLError;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import laurel.api.engine.DocumentCache;
import laurel.api.engine.Engine;
import laurel.api.engine.ExecutedRequest;
import laurel.api.engine.ParsedDocument;
import laurel.api.error.CodedError;
import laurel.api.error.Failures;
import laurel.request.Emission;
import laurel.request.Emission.RenderedEvent;
import laurel.request.Emission.Rendering;
import laurel.request.JsonBytes;
import laurel.request.access.Identity.Player;

/**
 * Renders the emissions of subscriptions as JSON. The emissions of a batch for the same selection share an execution. If
 * that has any error, each is executed separately, so that an error concerns only the subscribers that would receive it.
 */
@Singleton
final class EventRenderer {
    /** Number of emissions in the first execution of a batch, which shows how large they are. */
    private static final int FIRST = 16;

    /** Larger executions do not save time, and delay the first of their results. */
    private static final int MAX = 128;

    /** Intended bytes of the results of one execution: far below the limit of a response. */
    private static final int BYTES = 262_144;

    private final DocumentCache documents;
    private final Engine engine;
    private final Failures failures;
    private final Clock clock;

    EventRenderer(DocumentCache documents, Engine engine, Failures failures, Clock clock) {
        this.documents = documents;
        this.engine = engine;
        this.failures = failures;
        this.clock = clock;
    }

    /**
     * Renders an emission: once for all subscribers with the same selection, and once more for each player that sees more of
     * its own data in it than the others.
     */
    CompletableFuture<byte[]> render(Emission emission, SubscriptionSelection selection, Executor executor) {
        Player player = selection.player();
        CompletableFuture<RenderedEvent> shared = rendered(emission, selection.shared(), executor);
        return (player == null
                        ? shared
                        : shared.thenCompose(event -> event.owners().contains(player)
                                ? rendered(emission, selection.own(), executor)
                                : CompletableFuture.completedFuture(event)))
                .thenApply(RenderedEvent::json);
    }

    private CompletableFuture<RenderedEvent> rendered(
            Emission emission, SubscriptionSelection.Key key, Executor executor) {
        return emission.rendered(key, key.group(), executor, batch -> renderAll(batch, key, executor));
    }

    /** @param key of one of the emissions, which are in the same group */
    private void renderAll(List<Rendering> batch, SubscriptionSelection.Key key, Executor executor) {
        int size = FIRST;
        for (int from = 0; from < batch.size(); ) {
            List<Rendering> part = batch.subList(from, Math.min(batch.size(), from + size));
            long bytes = renderTogether(part, key, executor);
            from += part.size();
            size = Math.clamp(BYTES * (long) part.size() / bytes, 1, MAX);
        }
    }

    /** Returns the bytes of the results; a large number if they could not be rendered together. */
    private long renderTogether(List<Rendering> part, SubscriptionSelection.Key key, Executor executor) {
        if (part.size() == 1) {
            renderAlone(part.getFirst(), key);
            return BYTES;
        }
        ExecutedRequest executed = execute(part, key);
        try {
            ExecutionResult result = executed.result();
            if (!result.getErrors().isEmpty()
                    || !(result.getData() instanceof List<?> events)
                    || events.size() != part.size()) {
                part.forEach(one -> renderLater(one, key, executor));
                return BYTES;
            }
            long bytes = 1;
            for (int n = 0; n < part.size(); n++) {
                byte[] json = JsonBytes.of(Map.of("data", events.get(n)));
                bytes += json.length;
                part.get(n).result().complete(new RenderedEvent(json, executed.owners()));
            }
            return bytes;
        } catch (Throwable e) {
            // Results that are complete already stay as they are.
            part.forEach(one -> one.result().completeExceptionally(e));
            return BYTES;
        } finally {
            executed.release();
        }
    }

    private void renderLater(Rendering one, SubscriptionSelection.Key key, Executor executor) {
        try {
            executor.execute(() -> renderAlone(one, key));
        } catch (Throwable e) {
            one.result().completeExceptionally(e);
        }
    }

    private void renderAlone(Rendering one, SubscriptionSelection.Key key) {
        ExecutedRequest executed = execute(List.of(one), key);
        try {
            one.result().complete(new RenderedEvent(json(executed.result()), executed.owners()));
        } catch (Throwable e) {
            one.result().completeExceptionally(e);
        } finally {
            executed.release();
        }
    }

    private static byte[] json(ExecutionResult result) {
        if (result.getData() == null) {
            throw new FailedEventException(result.getErrors().stream()
                    .map(GraphQLError::toSpecification)
                    .toList());
        }
        return JsonBytes.of(result.toSpecification());
    }

    private ExecutedRequest execute(List<Rendering> batch, SubscriptionSelection.Key selection) {
        try {
            return documents.get(selection.request().query()) instanceof ParsedDocument.Valid valid
                    ? engine.executeEvents(
                            selection.request(),
                            valid,
                            selection.caller(),
                            clock.instant(),
                            batch.stream().map(Rendering::emission).toList())
                    : failed(new IllegalStateException("the document was valid before"));
        } catch (Throwable e) {
            return failed(e);
        }
    }

    private ExecutedRequest failed(Throwable thrown) {
        return ExecutedRequest.of(ExecutionResult.newExecutionResult()
                .addError(CodedError.of(failures.explain(thrown)))
                .build());
    }

    /** Returns the errors of an emission that could not be rendered, as subscribers may see them. */
    List<?> errors(Throwable failure) {
        return failure instanceof FailedEventException failed
                ? failed.errors()
                : List.of(CodedError.of(failures.explain(failure)).toSpecification());
    }

    /** An emission without data. It ends the subscription, so that clients that resume do not miss it. */
    private static final class FailedEventException extends RuntimeException {
        private final transient List<?> errors;

        /** @param errors in the form of the GraphQL specification */
        FailedEventException(List<?> errors) {
            super("an emission could not be rendered");
            this.errors = List.copyOf(errors);
        }

        List<?> errors() {
            return errors;
        }
    }
}
