package laurel.score.entry;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import laurel.leaderboard.Group;
import laurel.leaderboard.WindowKind;
import laurel.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * A change of the entry of one participant in one grouping of one window.
 *
 * @param group         the group of the entry; if the entry was removed, its last group
 * @param previousGroup the group before the change; null if there was no entry
 * @param previousScore fixed-point; null if there was no entry
 * @param score         fixed-point; null if the entry was removed
 * @param previousRank  RANK() in the previous group before the batch; null if the participant had no entry there, or if
 *                      ranks were not requested
 * @param rank          RANK() in the group after the batch; null if the participant has no entry there, or if ranks were
 *                      not requested
 */
@Serdeable
public record EntryChange(
        long windowId,
        WindowKind kind,
        Group group,
        // The mapper cannot write a null of a type that is one value in JSON.
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Group previousGroup,
        @Nullable Long previousScore,
        @Nullable Long score,
        @Nullable Integer previousRank,
        @Nullable Integer rank) {

    /** Reads a change that the ledger stores. Changes stored before groups existed belong to the group of everyone. */
    @JsonCreator
    static EntryChange stored(
            long windowId,
            WindowKind kind,
            @Nullable Group group,
            @Nullable Group previousGroup,
            @Nullable Long previousScore,
            @Nullable Long score,
            @Nullable Integer previousRank,
            @Nullable Integer rank) {
        Group now = group == null ? Group.EVERYONE : group;
        Group before = group == null && previousScore != null ? Group.EVERYONE : previousGroup;
        return new EntryChange(windowId, kind, now, before, previousScore, score, previousRank, rank);
    }

    /** A change without ranks. */
    public static EntryChange unranked(Window window, Group group, @Nullable Entry before, @Nullable Entry after) {
        return new EntryChange(
                window.id(),
                window.kind(),
                group,
                before == null ? null : before.group(),
                before == null ? null : before.score(),
                after == null ? null : after.score(),
                null,
                null);
    }

    EntryChange ranked(@Nullable Integer before, @Nullable Integer after) {
        return new EntryChange(windowId, kind, group, previousGroup, previousScore, score, before, after);
    }
}
