/**
 * Laurel measured against its alternatives. {@link laurel.bench.Bench} is the command; each {@link
 * laurel.bench.Benchmark} is one class. Contestants take turns in one run, and the ratio of their figures counts,
 * because machines differ and have other load. {@link laurel.bench.Checks} measures nothing: it compares random ranks
 * with the correct ones.
 */
@NullMarked
package laurel.bench;

import org.jspecify.annotations.NullMarked;
