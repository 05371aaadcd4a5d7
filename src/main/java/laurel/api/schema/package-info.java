/**
 * Where the schema comes from: the SDL files of the class path, or those of a test. The engine makes it executable with the
 * bindings of the features.
 */
@NullMarked
package laurel.api.schema;

import org.jspecify.annotations.NullMarked;
