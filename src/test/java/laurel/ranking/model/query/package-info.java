/** Queries of the model test with their expected results, and the client that sends them. */
@NullMarked
package laurel.ranking.model.query;

import org.jspecify.annotations.NullMarked;
