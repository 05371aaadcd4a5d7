/**
 * Laurel measured against its alternatives. {@link laurel.bench.Bench} is the command; each {@link
 * laurel.bench.Benchmark} is one class. A figure means nothing without the one beside it: both are taken in turns in one
 * run, and what counts is their ratio, because machines differ and are busy with other things. {@link
 * laurel.bench.Checks} is no measurement: it asks for ranks at random and compares them with the truth, lest fast answers
 * be wrong ones.
 */
@NullMarked
package laurel.bench;

import org.jspecify.annotations.NullMarked;
