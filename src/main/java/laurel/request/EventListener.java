package laurel.request;

import java.util.concurrent.CompletionStage;

/** Receives the emissions of a subscription. Its methods return at once; one thread at a time calls them. */
public interface EventListener {
    /**
     * Takes an emission. A listener that cannot keep up closes its {@link EventSource.Subscription}.
     *
     * @return done when the emission was sent to the client, or never will be. A source waits for it before the next emission: a
     *     source of stored events continues with the next one, and a source of states sends all missed changes as one.
     */
    CompletionStage<?> next(Emission emission);

    /** The subscription has ended, because there is nothing to follow any more. */
    void complete();

    /** The subscription has failed for this reason. */
    void failed(RequestException reason);
}
