/**
 * What a client can act on. A rule that is broken by what was sent raises {@link laurel.refusal.RefusedException}; the
 * front door of the feature turns it into an answer of the type {@code Refusal}, and nothing is stored. Broken requests
 * and faults of the service are errors, not refusals.
 */
@NullMarked
package laurel.refusal;

import org.jspecify.annotations.NullMarked;
