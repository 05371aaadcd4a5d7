package laurel.database.sql;

import io.micronaut.core.reflect.ReflectionUtils;
import io.micronaut.core.type.Argument;
import jakarta.inject.Singleton;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Converts arguments of repository methods and bound values to parameters, by the names of the parameters.
 *
 * <ul>
 *   <li>{@code :badge} is the value of that name. {@code :badge.rule.kind} is the result of {@code rule().kind()}; it is null if
 *       {@code rule()} is null.
 *   <li>{@code :ids} of a collection is an array. {@code :entries.score} of a collection is the array of that property of its
 *       elements. {@code :times.key} and {@code :times.value} of a map are the arrays of its keys and values. Elements may be
 *       null.
 *   <li>Types that are stored as JSON ({@link JsonTypes}) are documents, also in arrays.
 * </ul>
 */
@Singleton
public final class Parameters {
    private final JsonTypes json;
    private final Map<PathOf, Source> ofValues = new ConcurrentHashMap<>();
    private final Map<PathOf, Source> ofElements = new ConcurrentHashMap<>();

    public Parameters(JsonTypes json) {
        this.json = json;
    }

    /** Converts a value to a parameter. */
    @FunctionalInterface
    interface Source {
        Parameter of(@Nullable Object value);
    }

    private record PathOf(Class<?> type, String path) {}

    /** Returns the parameter of this name from a value that is not a collection. */
    Parameter of(String name, @Nullable Object value) {
        return value == null
                ? Parameter.of(null)
                : ofValues.computeIfAbsent(
                                new PathOf(value.getClass(), path(name)),
                                key -> source(Argument.of(key.type), key.path))
                        .of(value);
    }

    /** Returns the array parameter of this name from elements of this class. */
    Parameter ofEach(Class<?> element, String name, Collection<?> elements) {
        return ofElements
                .computeIfAbsent(
                        new PathOf(element, path(name)),
                        key -> source(Argument.of(Collection.class, key.type), key.path))
                .of(elements);
    }

    /** Returns the first part of a name, before the first dot. */
    static String value(String name) {
        int end = name.indexOf('.');
        return end < 0 ? name : name.substring(0, end);
    }

    /** Returns the parts after the first. */
    static String path(String name) {
        int end = name.indexOf('.');
        return end < 0 ? "" : name.substring(end + 1);
    }

    /** Returns how values of this type are converted to a parameter with this path. */
    Source source(Argument<?> type, String path) {
        return source(type, path.isEmpty() ? List.of() : List.of(path.split("\\.", -1)));
    }

    private Source source(Argument<?> type, List<String> path) {
        Class<?> raw = type.getType();
        if (path.isEmpty()) {
            return source(type);
        }
        if (Collection.class.isAssignableFrom(raw)) {
            Property property = property(variable(type, 0), path);
            return array(property.type, value -> each((Collection<?>) value, property.getter));
        }
        if (Map.class.isAssignableFrom(raw)) {
            boolean keys = path.getFirst().equals("key");
            Property property = property(variable(type, keys ? 0 : 1), path.subList(1, path.size()));
            return array(
                    property.type,
                    value -> each(keys ? ((Map<?, ?>) value).keySet() : ((Map<?, ?>) value).values(), property.getter));
        }
        Property first = property(type, path.subList(0, 1));
        Source rest = source(first.type, path.subList(1, path.size()));
        return value -> rest.of(value == null ? null : first.getter.apply(value));
    }

    private Source source(Argument<?> type) {
        Class<?> raw = type.getType();
        if (json.contains(type)) {
            return value -> Parameter.of(value == null ? null : json.write(type, value));
        }
        if (Collection.class.isAssignableFrom(raw)) {
            return array(variable(type, 0), value -> ((Collection<?>) value).toArray());
        }
        return raw.isArray() && raw != byte[].class
                ? array(Argument.of(raw.getComponentType()), Parameters::elements)
                : Parameter::of;
    }

    private static Argument<?> variable(Argument<?> type, int n) {
        return type.getTypeParameters()[n];
    }

    private Source array(Argument<?> element, Function<Object, @Nullable Object[]> elements) {
        if (json.contains(element)) {
            return value -> value == null
                    ? Parameter.of(null)
                    : Parameter.of(Json.class, documents(element, elements.apply(value)));
        }
        Class<?> type = ReflectionUtils.getWrapperType(element.getType());
        return value -> value == null ? Parameter.of(null) : Parameter.of(type, elements.apply(value));
    }

    private @Nullable Object[] documents(Argument<?> type, @Nullable Object[] values) {
        return Arrays.stream(values)
                .map(value -> value == null ? null : json.write(type, value))
                .toArray();
    }

    private static @Nullable Object[] each(Collection<?> values, Function<Object, @Nullable Object> part) {
        List<@Nullable Object> parts = new ArrayList<>(values.size());
        for (Object value : values) {
            parts.add(value == null ? null : part.apply(value));
        }
        return parts.toArray();
    }

    private static @Nullable Object[] elements(Object array) {
        @Nullable Object[] elements = new Object[Array.getLength(array)];
        for (int n = 0; n < elements.length; n++) {
            elements[n] = Array.get(array, n);
        }
        return elements;
    }

    /** A property of values of a type, at the end of a path. */
    private record Property(Argument<?> type, Function<Object, @Nullable Object> getter) {}

    private static Property property(Argument<?> type, List<String> path) {
        Property property = new Property(type, value -> value);
        for (String name : path) {
            Function<Object, @Nullable Object> whole = property.getter;
            Method method = method(property.type.getType(), name);
            MethodHandle handle = handle(method);
            property = new Property(returned(property.type, method), value -> {
                Object found = whole.apply(value);
                return found == null ? null : invoke(handle, found);
            });
        }
        return property;
    }

    /** Returns the result type of a method, with type variables resolved. */
    private static Argument<?> returned(Argument<?> type, Method method) {
        List<TypeVariable<?>> variables = List.of(type.getType().getTypeParameters());
        int n = method.getGenericReturnType() instanceof TypeVariable<?> variable ? variables.indexOf(variable) : -1;
        return n < 0 ? Argument.of(method.getGenericReturnType()) : variable(type, n);
    }

    private static Method method(Class<?> type, String name) {
        return Stream.concat(Arrays.stream(type.getMethods()), Arrays.stream(type.getDeclaredMethods()))
                .filter(method ->
                        method.getName().equals(name) && method.getParameterCount() == 0 && !method.isBridge())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(type.getName() + " has no method " + name + "()"));
    }

    private static MethodHandle handle(Method method) {
        method.setAccessible(true);
        try {
            MethodHandle handle = MethodHandles.lookup().unreflect(method);
            return handle.asType(handle.type().generic());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object invoke(MethodHandle handle, Object value) {
        try {
            return handle.invokeExact(value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
