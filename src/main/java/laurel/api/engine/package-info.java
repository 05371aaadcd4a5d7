/**
 * Executes GraphQL operations. Start with {@code Engine}.
 *
 * <p>{@code SchemaFactory} combines the SDL files with the bindings of the features. {@code DocumentCache} parses and
 * validates query texts. {@code Engine} executes an operation on its own virtual thread until it has a result or
 * its {@code Deadline} passes.
 *
 * <p>A request is bounded in every direction: the text ({@code DocumentCache}, {@code NumberLiteralLimit}), its expanded
 * fragments ({@code FragmentExpansion}), depth and fields ({@code OperationLimits}), time ({@code Deadline}), the values
 * and bytes of the response ({@code ExecutionStrategies}, which charge a {@code ResponseBudget}), and the number of large
 * responses at once ({@code LargeResponseLimiter}). Each refusal names its limit and the setting.
 *
 * <p>Invariant: a client always gets a response. Any throwable of a fetcher, even an {@code Error}, becomes an error with a
 * code.
 */
@NullMarked
package laurel.api.engine;

import org.jspecify.annotations.NullMarked;
