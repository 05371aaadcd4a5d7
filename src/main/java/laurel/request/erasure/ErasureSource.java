package laurel.request.erasure;

import java.util.List;

/** What a feature erases of a participant in its own tables. */
public interface ErasureSource {
    /**
     * Removes the name from rows that are not found by the number of the participant, or that can be found only before
     * {@link #eraseRows} deletes the rows which lead to them. Runs in the transaction that erases the participant, once the
     * participant has lost its name.
     */
    default void eraseName(ErasureSubject subject, ErasedName name) {}

    /**
     * Tables with few rows of a participant, which have its number in {@code participant_id}. All of these rows are deleted, in
     * this order, before {@link #eraseRows}.
     */
    default List<String> tables() {
        return List.of();
    }

    /**
     * Deletes other rows of the participant, or removes from them what is personal, at most a number of rows of each large table.
     * Runs right after the transaction that erases the participant, and again until nothing is left.
     *
     * @return whether there may be more
     */
    default boolean eraseRows(ErasureSubject subject, int most) {
        return false;
    }
}
