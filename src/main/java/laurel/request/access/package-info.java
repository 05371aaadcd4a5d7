/**
 * Who makes a request, and what it may do: an {@link laurel.request.access.Identity} with a {@link
 * laurel.request.access.Role}. Features have them in the request's context; the edge gets them from the sources of
 * credentials.
 */
@NullMarked
package laurel.request.access;

import org.jspecify.annotations.NullMarked;
