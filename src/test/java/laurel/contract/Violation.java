package laurel.contract;

/**
 * An element of the schema that breaks a rule.
 *
 * @param at schema coordinate of the element: {@code Query.node(id:)}
 */
record Violation(String rule, String at, String reason) {
    /** The part that identifies the violation. */
    String key() {
        return rule + " " + at;
    }

    @Override
    public String toString() {
        return key() + ": " + reason;
    }
}
