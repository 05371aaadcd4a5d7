package laurel.live;

import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import laurel.Serving;

/** Notices each tick that windows have ended: nothing else says so. */
@Singleton
@Serving
class LiveClock {
    private final LiveRankings rankings;

    LiveClock(LiveRankings rankings) {
        this.rankings = rankings;
    }

    @Scheduled(fixedDelay = "${laurel.live.tick:250ms}", initialDelay = "${laurel.live.tick:250ms}")
    void run() {
        rankings.look();
    }
}
