package laurel.bench.report;

/** What a figure shall be, and what it is. */
record Goal(String what, boolean atMost, double limit, double measured) {
    boolean reached() {
        return atMost ? measured <= limit : measured >= limit;
    }
}
