/** TBW. */
@NullMarked
package laurel.api.endpoint;

import org.jspecify.annotations.NullMarked;
