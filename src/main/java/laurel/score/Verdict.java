package laurel.score;

import java.time.Instant;
import laurel.refusal.Refusal;

/** What is to become of one item of a batch. */
sealed interface Verdict {
    /** It breaks a rule. */
    record Refuse(Refusal refusal) implements Verdict {}

    /** It repeats a submission that stands. */
    record Repeat(CheckedSubmission item) implements Verdict {}

    /**
     * It shall stand.
     *
     * @param id        its id in the ledger
     * @param boardTime the board's time that it was judged by
     * @param answer    not ranked yet
     */
    record Take(CheckedSubmission item, long id, Instant boardTime, Answer answer) implements Verdict {}
}
