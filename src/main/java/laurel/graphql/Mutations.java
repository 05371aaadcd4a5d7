package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLTypeUtil;
import graphql.schema.idl.TypeRuntimeWiring;
import java.util.function.Function;
import laurel.request.Refusal;
import laurel.request.RefusedException;
import org.dataloader.DataLoader;

/**
 * The fields of the schema's Mutation, each with one argument. Each returns a result, or the {@code Refusal} of a rule that
 * the argument violates.
 */
public final class Mutations extends TypeRuntimeWiring.Builder {
    private static final String INPUT = "input";

    private boolean audited = true;

    public Mutations() {
        typeName("Mutation");
    }

    /**
     * Executes a mutation.
     *
     * @param <T> type of the argument
     */
    @FunctionalInterface
    public interface InputMutation<T> {
        Object of(RequestContext request, T argument);
    }

    /**
     * The mutations that are bound from now on record facts, such as scores, in high numbers. They are no administrative acts,
     * so the audit has no records of them, and their transactions have no act.
     */
    public Mutations ofFacts() {
        audited = false;
        return this;
    }

    /** Binds a mutation that needs only its argument {@code input}. */
    public Mutations input(String name, InputMutation<Input> change) {
        return selecting(
                name,
                environment -> change.of(
                        RequestContext.of(environment), Input.of(environment).object(INPUT)));
    }

    /**
     * Binds a mutation that needs its argument {@code input} and the selected fields. Clears all loaders, because the mutation
     * may change values that earlier mutations of the request have loaded. What players do is no administrative act, because they
     * only change what is their own.
     */
    public Mutations selecting(String name, Function<DataFetchingEnvironment, Object> change) {
        boolean act = audited;
        dataFetcher(name, environment -> {
            environment.getDataLoaderRegistry().getDataLoaders().forEach(DataLoader::clearAll);
            boolean payload = Payload.isType(
                    GraphQLTypeUtil.unwrapAll(environment.getFieldType()).getName());
            RequestContext request = act ? RequestContext.of(environment) : null;
            Object result = request != null && request.identity().player() == null
                    ? request.act(name).run(() -> result(environment, change))
                    : result(environment, change);
            return payload ? Payload.of(result) : result;
        });
        return this;
    }

    /** The path of a refusal starts with the argument, whether the refusal is returned or thrown. */
    private static Object result(
            DataFetchingEnvironment environment, Function<DataFetchingEnvironment, Object> change) {
        try {
            Object result = change.apply(environment);
            return result instanceof Refusal refusal ? refusal.within(INPUT) : result;
        } catch (RefusedException e) {
            return e.refusal().within(INPUT);
        }
    }
}
