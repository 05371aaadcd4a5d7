/**
 * Binds {@code event.graphqls}: lists the events of an app, and emits them to subscribers as they happen.
 */
@NullMarked
package laurel.event.graphql;

import org.jspecify.annotations.NullMarked;
