/**
 * The erasure of participants. Each feature erases what its own tables have of a participant, with a bean of {@link
 * laurel.request.erasure.ErasureSource}. The list of all tables, with what happens to each, is
 * {@code src/test/resources/personal-data.txt}.
 */
@NullMarked
package laurel.request.erasure;

import org.jspecify.annotations.NullMarked;
