package laurel.activity;

import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** Tells what was counted. */
@Singleton
public class Tallies {
    /** The tallies of these days; where nothing was counted it is absent. */
    public Map<ParticipantDay, DailyTally> of(Handle handle, Collection<ParticipantDay> days) {
        return Map.of();
    }

    /**
     * All tallies of a rule's days, the participants in order of id and the days of each in theirs; to be closed.
     *
     * @param through the last day
     */
    public Stream<DailyTally> between(Handle handle, int dayRuleId, LocalDate from, LocalDate through) {
        return Stream.of();
    }

    /**
     * With how many different others each of these participants had a part in events, of whatever type, in the days that end with
     * this one, as many as are told; 0 where with none.
     */
    public Map<ParticipantDay, Integer> peers(Handle handle, Collection<ParticipantDay> lastDays, int days) {
        return Map.of();
    }

    /** Where these participants belong of whom that is known, by id. */
    public Map<Long, laurel.leaderboard.Group> groups(Handle handle, Collection<Long> participants) {
        return Map.of();
    }
}
