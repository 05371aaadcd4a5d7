package laurel.score;

/** A commit failed, perhaps after the database had carried it out: what it holds must not be done again unasked. */
final class UncertainCommitException extends RuntimeException {
    UncertainCommitException(RuntimeException cause) {
        super("the commit failed", cause, false, false);
    }
}
