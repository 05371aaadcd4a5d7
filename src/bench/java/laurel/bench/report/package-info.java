/**
 * The report of a run: tables of figures with ratios within the run, goals and whether they were reached, and
 * problems. Written as Markdown and as JSON.
 */
@NullMarked
package laurel.bench.report;

import org.jspecify.annotations.NullMarked;
