package laurel.request;

import java.util.concurrent.CompletionStage;

/** Receives the emissions of an {@link EventSource}. Its methods return at once, and are called by one thread at a time. */
public interface EventListener {
    /**
     * Receives an emission. A listener that cannot keep up closes its {@link EventSource.Subscription}.
     *
     * @return completes when the emission was sent to the client, or never will be. The source emits nothing more before: a
     *     source of stored events then continues with the next one, and a source of current values then emits the latest.
     */
    CompletionStage<?> next(Emission emission);

    /** Ends the subscription, because the object that it follows has ended. */
    void complete();

    /** Ends the subscription with an error. */
    void failed(RequestException reason);
}
