/**
 * API keys that administrators create: each has a role, in one app or in all. They exist besides the keys of the setting
 * {@code laurel.keys}, with which the first one is created.
 *
 * <p>Start reading at {@link laurel.apikey.ApiKeys}. Only digests of keys are stored. Each node remembers the keys that it has
 * seen, until a signal says that keys have changed: a revoked key stops working on all nodes within milliseconds, and within
 * two seconds if the signal is lost.
 */
@NullMarked
package laurel.apikey;

import org.jspecify.annotations.NullMarked;
