package laurel.score.entry;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.participant.ExternalParticipantId;
import laurel.score.submission.Batch;
import laurel.score.submission.Batch.Slot;

/**
 * Finds where the participants of a batch stand. On a board that ranks only everyone the key of each entry is known; on
 * one with groups a participant's entries are looked through for the groups that it stands in.
 */
@Singleton
public class EntryFinder {
    private final EntryRepository entries;

    EntryFinder(EntryRepository entries) {
        this.entries = entries;
    }

    /**
     * What stands in the places that the batch may change; a place without an entry is absent.
     *
     * @param known ids of the participants that are known
     */
    public Map<Slot, GroupEntry> find(Batch batch, Map<ExternalParticipantId, Long> known) {
        List<Batch.Touch> ofKnown = batch.touches().stream()
                .filter(touch -> known.containsKey(touch.participant()))
                .toList();
        var byGrouped = ofKnown.stream()
                .collect(Collectors.partitioningBy(touch -> touch.board().grouped()));
        Map<Slot, GroupEntry> found = new HashMap<>(plain(requireNonNull(byGrouped.get(false)), known));
        found.putAll(grouped(requireNonNull(byGrouped.get(true)), known));
        return found;
    }

    private Map<Slot, GroupEntry> plain(List<Batch.Touch> touches, Map<ExternalParticipantId, Long> known) {
        Map<EntryRepository.EntryKey, Batch.Touch> keys = new HashMap<>();
        touches.forEach(
                touch -> keys.put(new EntryRepository.EntryKey(touch.window().rankingId(), id(touch, known)), touch));
        Map<Slot, GroupEntry> found = new HashMap<>();
        entries.read(keys.keySet()).forEach((key, row) -> {
            Batch.Touch touch = requireNonNull(keys.get(key));
            Entry entry = row.entry(touch.board().sortOrder(Group.EVERYONE));
            found.put(touch.slot(Grouping.EVERYONE), new GroupEntry(Group.EVERYONE, entry));
        });
        return found;
    }

    private Map<Slot, GroupEntry> grouped(List<Batch.Touch> touches, Map<ExternalParticipantId, Long> known) {
        Map<EntryRepository.InWindow, Batch.Touch> places = new HashMap<>();
        touches.forEach(
                touch -> places.put(new EntryRepository.InWindow(touch.window().window(), id(touch, known)), touch));
        Map<Slot, GroupEntry> found = new HashMap<>();
        entries.find(places.keySet()).forEach((place, rows) -> {
            Batch.Touch touch = requireNonNull(places.get(place));
            rows.forEach(row -> touch.board()
                    .grouping(row.groupValues().attributes())
                    .ifPresent(grouping -> found.put(touch.slot(grouping), row.placed(touch.board()))));
        });
        return found;
    }

    private static long id(Batch.Touch touch, Map<ExternalParticipantId, Long> known) {
        return requireNonNull(known.get(touch.participant()));
    }
}
