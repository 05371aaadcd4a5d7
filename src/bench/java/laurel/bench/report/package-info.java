/**
 * What a run tells: tables of figures, each ratio taken within the run; the goals, and whether they were reached; and
 * what went wrong. Written twice, as Markdown for people and as JSON for programs.
 */
@NullMarked
package laurel.bench.report;

import org.jspecify.annotations.NullMarked;
