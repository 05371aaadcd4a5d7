package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLTypeUtil;
import graphql.schema.idl.TypeRuntimeWiring;
import java.util.List;
import java.util.function.Function;
import laurel.refusal.RefusedException;
import org.dataloader.DataLoader;

/**
 * What mutations do: fields of the schema's Mutation, each with one argument. Their answer is a result, or the {@code Refusal}
 * where a rule of the argument says no.
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

    /** A mutation by a list of input objects, the argument {@code input}, as records of this class. */
    public <T> Mutations inputs(String name, Class<T> type, Change<List<T>> change) {
        return selecting(
                name,
                environment -> change.of(
                        RequestContext.of(environment), Input.of(environment).objects(INPUT, type)));
    }

    /** A mutation by a text, such as an id. */
    public Mutations text(String name, String argument, Change<String> change) {
        return field(
                name,
                argument,
                environment -> change.of(
                        RequestContext.of(environment), Input.of(environment).string(argument)));
    }

    /** A mutation by the argument {@code input} and by what is selected of its answer. */
    public Mutations selecting(String name, Function<DataFetchingEnvironment, Object> change) {
        return field(name, INPUT, change);
    }

    /** Loaders forget what they have loaded: what the mutations before this one have shown may be true no more. */
    private Mutations field(String name, String argument, Function<DataFetchingEnvironment, Object> change) {
        dataFetcher(name, environment -> {
            environment.getDataLoaderRegistry().getDataLoaders().forEach(DataLoader::clearAll);
            boolean payload = Payload.isType(
                    GraphQLTypeUtil.unwrapAll(environment.getFieldType()).getName());
            Object result = result(environment, argument, change);
            return payload ? Payload.of(result) : result;
        });
        return this;
    }

    private static Object result(
            DataFetchingEnvironment environment, String argument, Function<DataFetchingEnvironment, Object> change) {
        try {
            return change.apply(environment);
        } catch (RefusedException e) {
            return e.refusal().within(argument);
        }
    }
}
