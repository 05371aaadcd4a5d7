package laurel.live;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import laurel.request.Emission;
import laurel.request.EventListener;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/** A listener that records emissions. */
final class Follower implements EventListener {
    private final List<Emission> emissions = new ArrayList<>();
    private CompletionStage<?> sent = CompletableFuture.completedStage(null);
    private @Nullable Object end;

    /** From now on, events are sent when this is complete. */
    synchronized void receiveAfter(CompletionStage<?> next) {
        sent = next;
    }

    @Override
    public synchronized CompletionStage<?> next(Emission emission) {
        emissions.add(emission);
        return sent;
    }

    @Override
    public synchronized void complete() {
        end = "complete";
    }

    @Override
    public synchronized void failed(RequestException reason) {
        end = reason.code();
    }

    /** Removes and returns the emissions. */
    synchronized List<Emission> take() {
        List<Emission> taken = List.copyOf(emissions);
        emissions.clear();
        return taken;
    }

    /** The only event since the last call. */
    RankingEvents.TopStandingsEvent top() {
        return (RankingEvents.TopStandingsEvent) only().value();
    }

    RankingEvents.RanksEvent ranks() {
        return (RankingEvents.RanksEvent) only().value();
    }

    AroundEvent around() {
        return (AroundEvent) only().value();
    }

    Emission only() {
        List<Emission> taken = take();
        if (taken.size() != 1) {
            throw new AssertionError(taken.size() + " emissions");
        }
        return taken.getFirst();
    }

    /** "complete", or the error code; null while it is open. */
    synchronized @Nullable Object end() {
        return end;
    }
}
