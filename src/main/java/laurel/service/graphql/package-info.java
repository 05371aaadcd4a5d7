/**
 * Binds {@code service.graphqls}: the version of the service, and the limits that its settings decide, for clients
 * to read.
 */
@NullMarked
package laurel.service.graphql;

import org.jspecify.annotations.NullMarked;
