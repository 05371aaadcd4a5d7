/**
 * Laurel ranks people and things over time. Each package below is a feature, and its {@code package-info} describes it;
 * {@code src/docs/contributing.md} has the map. This package has what all of them may use: the settings ({@link
 * laurel.Settings}), periodic methods ({@link laurel.Periodic}), commands ({@link laurel.Command}), and the start of the
 * program ({@link laurel.Laurel}). It uses no feature.
 */
@NullMarked
package laurel;

import org.jspecify.annotations.NullMarked;
