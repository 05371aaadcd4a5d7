package laurel.score;

/** A board's definition changed between the check of a submission and the lock; the submission is checked again. */
final class DefinitionChangedException extends RuntimeException {
    DefinitionChangedException(String leaderboard) {
        super("the definition of leaderboard " + leaderboard + " keeps changing", null, false, false);
    }
}
