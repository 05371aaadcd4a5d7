package laurel.live;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import laurel.request.Emission;
import laurel.request.EventListener;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/** Somebody who is told, and remembers. */
final class Follower implements EventListener {
    private final List<Emission> told = new ArrayList<>();
    private @Nullable Object end;

    @Override
    public synchronized CompletionStage<?> next(Emission emission) {
        told.add(emission);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized void complete() {
        end = "complete";
    }

    @Override
    public synchronized void failed(RequestException reason) {
        end = reason.code();
    }

    /** What it was told since it was last asked. */
    synchronized List<Emission> take() {
        List<Emission> taken = List.copyOf(told);
        told.clear();
        return taken;
    }

    /** The only change since it was last asked. */
    RankingEvents.TopStandingsEvent top() {
        return (RankingEvents.TopStandingsEvent) only().value();
    }

    RankingEvents.RanksEvent ranks() {
        return (RankingEvents.RanksEvent) only().value();
    }

    Emission only() {
        List<Emission> taken = take();
        if (taken.size() != 1) {
            throw new AssertionError("told " + taken.size() + " times");
        }
        return taken.getFirst();
    }

    /** "complete", or why it failed; null while it goes on. */
    synchronized @Nullable Object end() {
        return end;
    }
}
