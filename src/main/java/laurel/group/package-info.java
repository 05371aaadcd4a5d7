/**
 * The directory of groups, and group values such as {@code {campus=north}}: where participants belong. A participant has
 * values of its own, submissions and events may name others. A group of an app is one value of an attribute; a group of a
 * leaderboard ({@code laurel.leaderboard.Group}) has values for the attributes of one of its groupings. Start reading at {@link
 * laurel.group.Groups}.
 */
@NullMarked
package laurel.group;

import org.jspecify.annotations.NullMarked;
