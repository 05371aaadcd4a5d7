package laurel.database.signal;

import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import laurel.Serving;

/** Every two seconds, has those who listen look for themselves: so long is one late whose signal was lost. */
@Singleton
@Serving
class SignalPoller {
    private final Signals signals;

    SignalPoller(Signals signals) {
        this.signals = signals;
    }

    @Scheduled(fixedDelay = "${laurel.signals.poll-every:2s}")
    void run() {
        signals.poll();
    }
}
