package laurel.season;

import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.time.Instant;
import laurel.leaderboard.Leaderboard;
import laurel.window.SeasonStarter;

/** What windows know of seasons: whoever needs one that is due has it started. */
@Singleton
class DueSeasons implements SeasonStarter {
    /** Provided when needed, because seasons are made of windows. */
    private final Provider<Seasons> seasons;

    DueSeasons(Provider<Seasons> seasons) {
        this.seasons = seasons;
    }

    @Override
    public void startDue(Leaderboard leaderboard, Instant time, Instant now) {
        seasons.get().startDue(leaderboard, time, now);
    }
}
