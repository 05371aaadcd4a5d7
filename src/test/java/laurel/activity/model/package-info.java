/**
 * What follows from activity, worked out again and plainly: from all events at once, without increments, without SQL and
 * without any of the code that it is held against.
 *
 * <p>A {@link laurel.activity.model.ModelEvent} is told to Laurel by {@link laurel.activity.model.ActivityClient} over
 * HTTP. Which events do not count, {@link laurel.activity.model.ModelBursts} says by going through an actor's seconds;
 * what the rest means for each local day, {@link laurel.activity.model.ModelTallies} by going through the events; how
 * long a streak was on a day, {@link laurel.activity.model.ModelStreak} by going through the days; what a day is worth,
 * {@link laurel.activity.model.SocialDay} by the social policy's formulas as people write them. Tests of this package
 * send events in every order, once or more often, in batches of any size, and compare.
 */
@NullMarked
package laurel.activity.model;

import org.jspecify.annotations.NullMarked;
