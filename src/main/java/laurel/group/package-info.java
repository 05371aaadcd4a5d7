/**
 * Group values, such as {@code {campus=north}}: where participants belong. A participant has values of its own, submissions and
 * events may name others. Groups of a leaderboard ({@code laurel.leaderboard.Group}) have values for the attributes of one of its
 * groupings. Start reading at {@link laurel.group.GroupValues}.
 */
@NullMarked
package laurel.group;

import org.jspecify.annotations.NullMarked;
