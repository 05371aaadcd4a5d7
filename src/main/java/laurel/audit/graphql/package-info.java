/** Binds {@code audit.graphqls}: administrators list the records of the audit by actor, action, subject and time. */
@NullMarked
package laurel.audit.graphql;

import org.jspecify.annotations.NullMarked;
