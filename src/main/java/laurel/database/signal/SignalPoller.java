package laurel.database.signal;

import jakarta.inject.Singleton;
import laurel.Periodic;
import laurel.Serving;

/** Wakes all listeners every two seconds, which limits the delay after a lost signal. */
@Singleton
@Serving
class SignalPoller {
    private final Signals signals;

    SignalPoller(Signals signals) {
        this.signals = signals;
    }

    @Periodic(
            value = "call listeners without a signal",
            every = "laurel.signals.poll-every:2s",
            first = "0s",
            everyNode = true)
    void run() {
        signals.poll();
    }
}
