package laurel.score.entry;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import laurel.leaderboard.Group;
import laurel.leaderboard.WindowKind;
import laurel.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * What became of the entry of one participant in one grouping of one window.
 *
 * @param group         the group that it stands in now, or stood in where it is gone
 * @param previousGroup the group that it stood in before; null where there was no entry
 * @param previousScore fixed-point; null where there was no entry
 * @param score         fixed-point; null where the entry is gone
 * @param previousRank  RANK() in the previous group, before; null where it did not stand there before the batch, or ranks
 *                      were not asked for
 * @param rank          RANK() in the group, afterwards; null where it does not stand there after the batch, or ranks
 *                      were not asked for
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

    /** As the ledger keeps it; answers from before there were groups are those of everyone. */
    @JsonCreator
    static EntryChange kept(
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

    public static EntryChange unranked(Window window, Group group, @Nullable GroupEntry before, @Nullable Entry after) {
        return new EntryChange(
                window.id(),
                window.kind(),
                group,
                before == null ? null : before.group(),
                before == null ? null : before.entry().score(),
                after == null ? null : after.score(),
                null,
                null);
    }

    EntryChange ranked(@Nullable Integer before, @Nullable Integer after) {
        return new EntryChange(windowId, kind, group, previousGroup, previousScore, score, before, after);
    }
}
