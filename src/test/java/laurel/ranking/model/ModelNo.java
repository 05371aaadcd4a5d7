package laurel.ranking.model;

/** A rule says no. */
final class ModelNo extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String code;

    ModelNo(String code) {
        super(code);
        this.code = code;
    }

    String code() {
        return code;
    }
}
