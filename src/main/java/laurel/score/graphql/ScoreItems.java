package laurel.score.graphql;

import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import laurel.graphql.Input;
import laurel.request.ErrorCode;
import laurel.request.Refusal;
import laurel.score.submission.SubmissionResult;

/** Items of a batch that submit scores. A missing score is refused: null must be explicit, because it may remove an entry. */
public final class ScoreItems {
    private static final String SCORE = "score";
    private static final SubmissionResult REQUIRED = new SubmissionResult.RefusedSubmission(
            new Refusal(ErrorCode.FIELD_REQUIRED, "`score` must be given; it may be null.", List.of(SCORE)));

    private ScoreItems() {}

    /**
     * Submits the items that have a score or null, and returns the results of all items in the same order.
     *
     * @param type of the items
     */
    public static <T> List<SubmissionResult> submit(
            List<Input> items, Class<T> type, Function<List<T>, List<SubmissionResult>> submit) {
        List<T> given = items.stream()
                .filter(item -> item.has(SCORE))
                .map(item -> item.as(type))
                .toList();
        Iterator<SubmissionResult> submitted = submit.apply(given).iterator();
        return items.stream()
                .map(item -> item.has(SCORE) ? submitted.next() : REQUIRED)
                .toList();
    }
}
