package laurel.bench.report;

/** A goal for a figure, and the measured figure. */
record Goal(String what, boolean atMost, double limit, double measured) {
    boolean reached() {
        return atMost ? measured <= limit : measured >= limit;
    }
}
