/**
 * What clients can ask about the service itself: its version, and the limits that its operator has configured.
 *
 * <p>A limit belongs to the feature that enforces it, which reads the setting itself. {@link laurel.service.ServiceLimits}
 * reads the same settings again, so that this package depends on no feature; a test compares the defaults. Limits that no
 * setting changes are in the descriptions of the schema instead.
 */
@NullMarked
package laurel.service;

import org.jspecify.annotations.NullMarked;
