/**
 * A model of activity, and tests that compare the service with it. The model computes its results from all events at
 * once: no increments, no SQL, no code of the service.
 *
 * <p>{@link laurel.activity.model.ModelClient} sends each {@link laurel.activity.model.ModelEvent} to the service over
 * HTTP. The model has one class per rule: {@link laurel.activity.model.ModelDayRule} assigns events to local days,
 * {@link laurel.activity.model.ModelBursts} finds muted events, {@link laurel.activity.model.ModelTallies} counts the
 * others, {@link laurel.activity.model.ModelStreak} computes streaks from active days,
 * {@link laurel.activity.model.ModelDay} computes day scores of the social policy, and
 * {@link laurel.activity.model.ModelWindowDefinition} assigns days to windows.
 *
 * <p>Tests send events in any order, with duplicates and in batches of any size.
 */
@NullMarked
package laurel.activity.model;

import org.jspecify.annotations.NullMarked;
