package laurel.contract;

/**
 * A place of the schema that breaks a rule.
 *
 * @param at the place, as the GraphQL specification writes schema coordinates: {@code Query.node(id:)}
 */
record Violation(String rule, String at, String reason) {
    /** What stays the same when the reason is worded differently. */
    String key() {
        return rule + " " + at;
    }

    @Override
    public String toString() {
        return key() + ": " + reason;
    }
}
