package laurel.graphql;

import java.util.function.Supplier;
import laurel.refusal.RefusedException;

/** Turns refusals into answers. */
public final class Refusals {
    private Refusals() {}

    /** The result, or the {@code Refusal} where a rule of the mutation's argument {@code argument} says no. */
    public static Object orRefusal(String argument, Supplier<Object> result) {
        try {
            return result.get();
        } catch (RefusedException e) {
            return e.refusal().within(argument);
        }
    }
}
