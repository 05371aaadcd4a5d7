package laurel.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import laurel.streak.run.StreakChange;
import org.junit.jupiter.api.Test;

/** Changes of streaks that their days are not scored for anyway. */
class TallyChangesTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 10);
    private static final StreakChange OF_TODAY = new StreakChange(7, 1, TODAY, TODAY, 1);

    @Test
    void omitsStreakOfDayThatIsScored() {
        assertThat(others(Set.of(day(1, 1, TODAY)), OF_TODAY)).isEmpty();
    }

    @Test
    void keepsStreakOfLongerTime() {
        StreakChange longer = new StreakChange(7, 1, TODAY, TODAY.plusDays(1), 2);
        assertThat(others(Set.of(day(1, 1, TODAY), day(1, 1, TODAY.plusDays(1))), longer))
                .containsExactly(longer);
    }

    @Test
    void keepsStreakOfOtherDayAndOtherParticipant() {
        assertThat(others(Set.of(day(1, 1, TODAY.minusDays(1)), day(1, 2, TODAY)), OF_TODAY))
                .containsExactly(OF_TODAY);
    }

    /** The event is on another day by the second rule, and a policy with that rule may multiply by a streak of the first. */
    @Test
    void keepsStreakOfDayThatIsNotScoredByEachDayRule() {
        assertThat(others(Set.of(day(1, 1, TODAY), day(2, 1, TODAY.minusDays(1))), OF_TODAY))
                .containsExactly(OF_TODAY);
        assertThat(others(Set.of(day(1, 1, TODAY), day(2, 1, TODAY)), OF_TODAY)).isEmpty();
    }

    private static List<StreakChange> others(Set<ParticipantDay> days, StreakChange streak) {
        return new TallyChanges(1, days, List.of(streak), false).otherStreaks();
    }

    private static ParticipantDay day(int rule, long participant, LocalDate day) {
        return new ParticipantDay(rule, participant, day);
    }
}
