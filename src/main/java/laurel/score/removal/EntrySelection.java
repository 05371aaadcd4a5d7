package laurel.score.removal;

import java.util.List;
import laurel.leaderboard.Leaderboard;
import laurel.participant.ParticipantRef;
import laurel.window.WindowSelection;
import org.jspecify.annotations.Nullable;

/**
 * Selects the entries of one participant in windows of a leaderboard.
 *
 * @param windows null for the default of the mutation
 */
public record EntrySelection(
        Leaderboard board,
        ParticipantRef participant,
        @Nullable List<WindowSelection> windows) {}
