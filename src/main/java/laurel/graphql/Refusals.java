package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import java.util.function.Supplier;
import laurel.refusal.RefusedException;
import org.dataloader.DataLoader;

/** Turns refusals into answers. */
public final class Refusals {
    private Refusals() {}

    /**
     * The result of a mutation, or the {@code Refusal} where a rule of its argument {@code argument} says no. Loaders forget
     * what they have loaded: what the mutations before this one have shown may be true no more.
     */
    public static Object orRefusal(DataFetchingEnvironment environment, String argument, Supplier<Object> result) {
        environment.getDataLoaderRegistry().getDataLoaders().forEach(DataLoader::clearAll);
        try {
            return result.get();
        } catch (RefusedException e) {
            return e.refusal().within(argument);
        }
    }
}
