/**
 * Measurement: contestants take turns in rounds, so that other load disturbs all of them alike. Reported are medians
 * of the rounds. A client sends the next request when it has the response.
 */
@NullMarked
package laurel.bench.measure;

import org.jspecify.annotations.NullMarked;
