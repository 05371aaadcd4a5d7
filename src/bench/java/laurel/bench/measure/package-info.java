/**
 * Measuring: what is compared takes turns, round after round, so that whatever else the machine does disturbs all of them
 * alike; what is told is the median of the rounds. All clients ask again as soon as they have their answer.
 */
@NullMarked
package laurel.bench.measure;

import org.jspecify.annotations.NullMarked;
