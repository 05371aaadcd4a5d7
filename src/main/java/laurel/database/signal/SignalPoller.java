package laurel.database.signal;

import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import laurel.Serving;

/** Wakes all listeners every two seconds, which limits the delay after a lost signal. */
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
