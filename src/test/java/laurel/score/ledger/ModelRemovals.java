package laurel.score.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.participant.ParticipantRef;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.removal.EntryRemovals;
import laurel.score.removal.EntrySelection;
import laurel.score.removal.RemovalTerms;
import laurel.window.WindowSelection;
import laurel.window.WindowSelector;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Removes and restores entries, and checks whether that succeeds as a model expects. */
record ModelRemovals(LaurelServer server, int app, TickingClock clock) {
    /**
     * Removes a participant.
     *
     * @param windows null for all open ones
     * @param exists  whether there is an entry to remove
     */
    void remove(Leaderboard board, long participant, @Nullable List<Long> windows, boolean exists) {
        check(
                () -> server.bean(EntryRemovals.class)
                        .remove(
                                app,
                                selection(board, participant, windows),
                                new RemovalTerms(null, false, false),
                                List.of(),
                                clock.instant()),
                exists ? null : ErrorCode.ENTRY_NOT_FOUND);
    }

    /**
     * Restores a participant.
     *
     * @param windows null for all
     * @param removed whether there is a removal to reverse
     */
    void restore(Leaderboard board, long participant, @Nullable List<Long> windows, boolean removed) {
        check(
                () -> server.bean(EntryRemovals.class)
                        .restore(app, selection(board, participant, windows), false, List.of(), clock.instant()),
                removed ? null : ErrorCode.ENTRY_NOT_REMOVED);
    }

    private static void check(ThrowingCallable call, @Nullable ErrorCode code) {
        if (code == null) {
            assertThatCode(call).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(call).isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(
                            refused.refusal().code())
                    .isEqualTo(code));
        }
    }

    private static EntrySelection selection(Leaderboard board, long participant, @Nullable List<Long> windows) {
        return new EntrySelection(
                board,
                ParticipantRef.of(participant),
                windows == null
                        ? null
                        : windows.stream()
                                .map(id -> new WindowSelection(board, WindowSelector.id(id), Group.EVERYONE))
                                .toList());
    }
}
