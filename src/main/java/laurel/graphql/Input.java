package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import io.micronaut.core.beans.BeanIntrospection;
import io.micronaut.core.bind.annotation.Bindable;
import io.micronaut.core.type.Argument;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.database.sql.Json;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a field, or the fields of an input object. GraphQL has checked them against the schema.
 *
 * @param values by name; omitted values without a default are absent
 */
public record Input(Map<String, Object> values) {
    /** An empty input object. */
    public static final Input NONE = new Input(Map.of());

    /** Kept, because annotations are slow to look up for each value. */
    private static final ClassValue<RecordType<?>> RECORD_TYPES = new ClassValue<>() {
        @Override
        protected RecordType<?> computeValue(Class<?> type) {
            return RecordType.of(type);
        }
    };

    /** The arguments of the field being fetched. A null is replaced by the default if there is one. */
    public static Input of(DataFetchingEnvironment environment) {
        return new Input(Defaults.applied(environment));
    }

    /** Whether the client sent this value, or null. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** Whether the client sent this value, and not null. */
    public boolean hasValue(String name) {
        return values.get(name) != null;
    }

    /** Names of the values that the client set to null. */
    public Set<String> nulls() {
        return values.keySet().stream().filter(name -> !hasValue(name)).collect(Collectors.toSet());
    }

    /** A non-null value. */
    public String string(String name) {
        return present(name, String.class);
    }

    public @Nullable String optionalString(String name) {
        return optional(name, String.class);
    }

    public int integer(String name) {
        return present(name, Integer.class);
    }

    public @Nullable Integer optionalInteger(String name) {
        return optional(name, Integer.class);
    }

    public long int64(String name) {
        return present(name, Long.class);
    }

    /** A value of the type Float. */
    public @Nullable Double optionalDouble(String name) {
        return optional(name, Double.class);
    }

    public boolean truth(String name) {
        return present(name, Boolean.class);
    }

    public Instant moment(String name) {
        return present(name, Instant.class);
    }

    public @Nullable Instant optionalMoment(String name) {
        return optional(name, Instant.class);
    }

    public LocalDate day(String name) {
        return present(name, LocalDate.class);
    }

    public @Nullable LocalDate optionalDay(String name) {
        return optional(name, LocalDate.class);
    }

    public Json json(String name) {
        return present(name, Json.class);
    }

    /** A value of an enum, as the constant of the Java enum with the same name. */
    public <E extends Enum<E>> E constant(Class<E> type, String name) {
        return Enum.valueOf(type, string(name));
    }

    public <E extends Enum<E>> @Nullable E optionalConstant(Class<E> type, String name) {
        String constant = optionalString(name);
        return constant == null ? null : Enum.valueOf(type, constant);
    }

    /** Values of an enum, as constants of the Java enum; empty if the client sent none. */
    public <E extends Enum<E>> Set<E> constants(Class<E> type, String name) {
        List<?> names = values.get(name) instanceof List<?> list ? list : List.of();
        return names.stream()
                .map(constant -> Enum.valueOf(type, (String) constant))
                .collect(Collectors.toSet());
    }

    public List<String> strings(String name) {
        return texts(list(name));
    }

    public @Nullable List<String> optionalStrings(String name) {
        return values.get(name) == null ? null : strings(name);
    }

    /** A map of strings; empty if the client sent none. */
    @SuppressWarnings("unchecked") // GroupValues are strings.
    public Map<String, String> texts(String name) {
        Object texts = values.get(name);
        return texts == null ? Map.of() : (Map<String, String>) texts;
    }

    /** An input object. */
    public Input object(String name) {
        return input(present(name, Map.class));
    }

    public @Nullable Input optionalObject(String name) {
        return values.get(name) == null ? null : object(name);
    }

    /** Input objects. */
    public List<Input> objects(String name) {
        return list(name).stream().map(Input::input).toList();
    }

    /** An input object, converted to a record of this class. */
    public <T> T object(String name, Class<T> type) {
        return object(name).as(type);
    }

    /** Input objects, converted to records of this class. */
    public <T> List<T> objects(String name, Class<T> type) {
        return objects(name).stream().map(input -> input.as(type)).toList();
    }

    /**
     * Converts this to an introspected record: each argument of its constructor is the value of the same name, or of the name
     * in {@link Bindable}. Absent values are null; absent lists, sets and maps are empty if they are not nullable.
     */
    @SuppressWarnings("unchecked") // The record type of this class.
    public <T> T as(Class<T> type) {
        return ((RecordType<T>) RECORD_TYPES.get(type)).read(values);
    }

    /** A record, and the values of its constructor. */
    private record RecordType<T>(BeanIntrospection<T> introspection, List<Component> components) {
        static <T> RecordType<T> of(Class<T> type) {
            BeanIntrospection<T> introspection = BeanIntrospection.getIntrospection(type);
            return new RecordType<>(
                    introspection,
                    Arrays.stream(introspection.getConstructorArguments())
                            .map(Component::of)
                            .toList());
        }

        T read(Map<String, Object> values) {
            @Nullable Object[] arguments = new Object[components.size()];
            for (int n = 0; n < arguments.length; n++) {
                Component component = components.get(n);
                Object value = values.get(component.name);
                arguments[n] = value == null ? component.absent : Input.read(component.type, value);
            }
            return introspection.instantiate(arguments);
        }
    }

    /** @param absent what stands for an absent value */
    private record Component(
            String name, Argument<?> type, @Nullable Object absent) {
        static Component of(Argument<?> argument) {
            return new Component(
                    argument.getAnnotationMetadata().stringValue(Bindable.class).orElseGet(argument::getName),
                    argument,
                    Input.absent(argument));
        }
    }

    private static @Nullable Object read(Argument<?> type, @Nullable Object value) {
        return switch (value) {
            case null -> absent(type);
            case Map<?, ?> object ->
                type.getType() == Map.class ? object : input(object).as(type.getType());
            case List<?> list -> collection(type, list);
            case String name -> type.getType().isEnum() ? enumConstant(type.getType(), name) : name;
            case Double number -> type.getType() == BigDecimal.class ? BigDecimal.valueOf(number) : number;
            default -> value;
        };
    }

    private static @Nullable Object absent(Argument<?> type) {
        if (type.isDeclaredNullable()) {
            return null;
        }
        if (type.getType() == Map.class) {
            return Map.of();
        }
        return type.getType() == Set.class ? Set.of() : type.isContainerType() ? List.of() : null;
    }

    private static Collection<?> collection(Argument<?> type, List<?> values) {
        Argument<?> item = type.getTypeParameters()[0];
        Stream<?> items = values.stream().map(value -> read(item, value));
        return type.getType() == Set.class ? items.collect(Collectors.toSet()) : items.toList();
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // The class is an enum.
    private static Object enumConstant(Class<?> type, String name) {
        return Enum.valueOf((Class<? extends Enum>) type, name);
    }

    private List<?> list(String name) {
        return present(name, List.class);
    }

    private static List<String> texts(Object list) {
        return ((List<?>) list).stream().map(String.class::cast).toList();
    }

    private <T> T present(String name, Class<T> type) {
        return Objects.requireNonNull(optional(name, type), name);
    }

    private <T> @Nullable T optional(String name, Class<T> type) {
        return type.cast(values.get(name));
    }

    @SuppressWarnings("unchecked") // Input objects are maps by name.
    private static Input input(Object value) {
        return new Input((Map<String, Object>) value);
    }
}
