package laurel.request;

import java.util.concurrent.CompletionStage;

/** Who is told. Its methods return at once; they are called by one thread at a time. */
public interface EventListener {
    /**
     * Takes an emission. A listener that cannot keep up closes its {@link EventSource.Telling}.
     *
     * @return done when the emission has left for the client, or never will. A source waits for it before it tells more: one
     *     that reads from store goes on from there, one that tells of the moment then tells all that was missed at once.
     */
    CompletionStage<?> next(Emission emission);

    /** There is no more to come: what was followed is gone. */
    void complete();

    /** There is no more to come, for this reason. */
    void failed(RequestException reason);
}
