package laurel.graphql;

import static java.util.Objects.requireNonNull;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.TypeRuntimeWiring;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import laurel.graphql.node.NodeType;
import org.jspecify.annotations.Nullable;

/**
 * Binds the fields of a type of the schema. Fields with the name of a component of the Java record need no binding.
 *
 * @param <T> Java class of the type's values
 */
public final class Fields<T> extends TypeRuntimeWiring.Builder {
    private final String type;

    private Fields(String type) {
        this.type = type;
        typeName(type);
    }

    public static <T> Fields<T> of(String type) {
        return new Fields<>(type);
    }

    /** Fetches the value of a field with arguments, or of one that needs loaders. */
    @FunctionalInterface
    public interface Fetch<T> {
        @Nullable
        Object get(T source, DataFetchingEnvironment environment);
    }

    /** Binds a field that depends on the value only. */
    public Fields<T> field(String name, Function<T, @Nullable Object> value) {
        return fetched(name, (source, environment) -> value.apply(source));
    }

    /** Binds the field {@code id} of a Node that belongs to no leaderboard. */
    public Fields<T> id(ToLongFunction<T> number) {
        return idOnBoard(source -> 0, number);
    }

    /** Binds the field {@code id} of a Node that belongs to a leaderboard. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final Fields<T> idOnBoard(ToIntFunction<T> board, ToLongFunction<T>... numbers) {
        NodeType.of(type);
        return fetched("id", (source, environment) -> {
            long[] values = Stream.of(numbers)
                    .mapToLong(number -> number.applyAsLong(source))
                    .toArray();
            return RequestContext.of(environment).id(type, board.applyAsInt(source), values);
        });
    }

    public Fields<T> fetched(String name, Fetch<T> value) {
        dataFetcher(name, environment -> value.get(requireNonNull(environment.<T>getSource(), name), environment));
        return this;
    }
}
