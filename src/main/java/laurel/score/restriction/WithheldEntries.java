package laurel.score.restriction;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.leaderboard.Leaderboard;
import laurel.participant.Participants;
import laurel.participant.RestrictedOn;
import laurel.score.entry.Entry;
import laurel.score.entry.EntryRepository;
import laurel.score.entry.EntryRepository.GroupedRow;
import laurel.score.entry.EntryWriter;
import laurel.score.entry.EntryWriter.EntryUpdate;
import laurel.window.FinalRevisions;
import laurel.window.RankingKey;
import laurel.window.Window;
import laurel.window.Windows;

/**
 * Moves the entries of a participant on a leaderboard to where its restrictions require: among the ranked entries, or among
 * those that are withheld. Final windows get a new revision. The caller's transaction holds the lock of the leaderboard.
 */
@Singleton
public class WithheldEntries {
    private final Participants participants;
    private final EntryRepository entries;
    private final EntryWriter writer;
    private final Windows windows;
    private final FinalRevisions revisions;
    private final RestrictionRepository repository;

    WithheldEntries(
            Participants participants,
            EntryRepository entries,
            EntryWriter writer,
            Windows windows,
            FinalRevisions revisions,
            RestrictionRepository repository) {
        this.participants = participants;
        this.entries = entries;
        this.writer = writer;
        this.windows = windows;
        this.revisions = revisions;
        this.repository = repository;
    }

    /** Returns the leaderboards on which entries of a participant are withheld. */
    public List<Integer> boards(long participant) {
        return repository.withWithheldEntries(participant);
    }

    /** Moves the entries if they may be in the wrong place. Returns whether the participant's entries are withheld. */
    public boolean settle(Leaderboard board, long participant, Instant now) {
        RestrictedOn restricted = participants.restrictedOn(participant);
        settle(board, participant, restricted, now);
        return restricted.withholdsOn(board.id());
    }

    /** Does the same for restrictions that were read under the lock. */
    public void settle(Leaderboard board, long participant, RestrictedOn restricted, Instant now) {
        if (restricted.isUnsettledOn(board.id())) {
            move(board, participant, restricted.withholdsOn(board.id()), now);
        }
    }

    /** Moves the entries after a change of the participant's restrictions. */
    void follow(Leaderboard board, long participant, Instant now) {
        move(board, participant, participants.restrictedOn(participant).withholdsOn(board.id()), now);
    }

    private void move(Leaderboard board, long participant, boolean withhold, Instant now) {
        List<GroupedRow> rows = entries.unexpired(board.id(), participant, !withhold);
        if (!rows.isEmpty()) {
            move(board, participant, rows, withhold, now);
        }
    }

    private void move(Leaderboard board, long participant, List<GroupedRow> rows, boolean withhold, Instant now) {
        Map<Long, Window> byId = windows.byIds(
                board.appId(), rows.stream().map(GroupedRow::windowId).collect(Collectors.toSet()));
        List<EntryUpdate> updates = new ArrayList<>();
        Map<RankingKey, Long> rankings = new HashMap<>();
        for (GroupedRow row : rows) {
            Window window = byId.get(row.windowId());
            if (window != null) {
                Entry entry = row.entry(board);
                updates.add(new EntryUpdate(board, window.id(), window.kind(), participant, entry, null, !withhold));
                updates.add(new EntryUpdate(board, window.id(), window.kind(), participant, null, entry, withhold));
                rankings.put(
                        new RankingKey(window.id(), row.groupValues()),
                        row.row().rankingId());
            }
        }
        revisions.correct(byId.keySet(), rankings.values());
        writer.write(updates, List.of(), rankings, now);
    }
}
