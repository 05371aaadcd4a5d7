package laurel.ranking.model.leaderboard;

/** A rule rejects the submission. */
final class ModelRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String code;

    ModelRefusal(String code) {
        super(code);
        this.code = code;
    }

    String code() {
        return code;
    }
}
