/**
 * Errors as clients see them: a message, a code, and where in the query and in the response it belongs. Internals
 * stay in the log, under an ID that the client is given.
 */
@NullMarked
package laurel.api.error;

import org.jspecify.annotations.NullMarked;
