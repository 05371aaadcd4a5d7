package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLTypeUtil;
import graphql.schema.idl.TypeRuntimeWiring;
import java.util.function.Function;
import laurel.request.Refusal;
import laurel.request.RefusedException;
import org.dataloader.DataLoader;

/**
 * What mutations do: fields of the schema's Mutation, each with one argument. Their answer is a result, or the {@code
 * Refusal} where a rule of the argument says no.
 */
public final class Mutations extends TypeRuntimeWiring.Builder {
    private static final String INPUT = "input";

    public Mutations() {
        typeName("Mutation");
    }

    /**
     * What is done.
     *
     * @param <T> what the argument is
     */
    @FunctionalInterface
    public interface Change<T> {
        Object of(RequestContext request, T argument);
    }

    /** A mutation by one input object, the argument {@code input}. */
    public Mutations input(String name, Change<Input> change) {
        return selecting(
                name,
                environment -> change.of(
                        RequestContext.of(environment), Input.of(environment).object(INPUT)));
    }

    /**
     * A mutation by the argument {@code input} and by what is selected of its answer. Loaders forget what they have
     * loaded: what the mutations before this one have shown may be true no more.
     */
    public Mutations selecting(String name, Function<DataFetchingEnvironment, Object> change) {
        dataFetcher(name, environment -> {
            environment.getDataLoaderRegistry().getDataLoaders().forEach(DataLoader::clearAll);
            boolean payload = Payload.isType(
                    GraphQLTypeUtil.unwrapAll(environment.getFieldType()).getName());
            Object result = result(environment, change);
            return payload ? Payload.of(result) : result;
        });
        return this;
    }

    /** A refusal's path begins with the argument, be it returned or thrown. */
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
