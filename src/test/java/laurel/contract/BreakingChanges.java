package laurel.contract;

import static java.util.Objects.requireNonNull;
import static laurel.contract.Elements.print;

import graphql.language.AstPrinter;
import graphql.language.Value;
import graphql.schema.GraphQLArgument;
import graphql.schema.GraphQLEnumType;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLFieldsContainer;
import graphql.schema.GraphQLImplementingType;
import graphql.schema.GraphQLInputObjectField;
import graphql.schema.GraphQLInputObjectType;
import graphql.schema.GraphQLInputType;
import graphql.schema.GraphQLList;
import graphql.schema.GraphQLNamedSchemaElement;
import graphql.schema.GraphQLNamedType;
import graphql.schema.GraphQLNonNull;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLType;
import graphql.schema.GraphQLUnionType;
import graphql.schema.InputValueWithState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds changes between two schemas that break clients of the earlier one, or give them other results. */
final class BreakingChanges {
    /**
     * A change that breaks clients.
     *
     * @param at schema coordinate of the changed element, such as {@code Query.node(id:)}
     */
    record Change(String at, String reason) {
        @Override
        public String toString() {
            return at + " " + reason;
        }
    }

    private final GraphQLSchema later;
    private final List<Change> changes = new ArrayList<>();

    private BreakingChanges(GraphQLSchema later) {
        this.later = later;
    }

    static List<Change> between(GraphQLSchema earlier, GraphQLSchema later) {
        var changes = new BreakingChanges(later);
        Elements.types(earlier).forEach(changes::type);
        return changes.changes;
    }

    private void type(GraphQLNamedType before) {
        GraphQLType now = later.getType(before.getName());
        if (now == null) {
            add(before.getName(), "is gone");
        } else if (!now.getClass().equals(before.getClass())) {
            add(before.getName(), "is of another kind");
        } else {
            if (before instanceof GraphQLFieldsContainer type) {
                each(
                        type.getName() + ".%s",
                        type.getFieldDefinitions(),
                        ((GraphQLFieldsContainer) now)::getFieldDefinition,
                        this::field);
            }
            if (before instanceof GraphQLImplementingType type) {
                each(type.getName() + " implements %s", interfaces(type), named(interfaces(now)), (at, one) -> {});
            }
            if (before instanceof GraphQLUnionType union) {
                each(union.getName() + " = %s", members(union), named(members(now)), (at, one) -> {});
            }
            if (before instanceof GraphQLEnumType type) {
                each(type.getName() + ".%s", type.getValues(), ((GraphQLEnumType) now)::getValue, (at, one) -> {});
            }
            if (before instanceof GraphQLInputObjectType type) {
                input(type, (GraphQLInputObjectType) now);
            }
        }
    }

    private void input(GraphQLInputObjectType before, GraphQLInputObjectType now) {
        if (now.isOneOf() && !before.isOneOf()) {
            add(before.getName(), "takes one field only");
        }
        each(before.getName() + ".%s", before.getFields(), now::getField, (at, both) -> {
            accepts(at, both.before.getType(), both.now.getType());
            defaults(at, both.before.getInputFieldDefaultValue(), both.now.getInputFieldDefaultValue());
        });
        for (GraphQLInputObjectField field : now.getFields()) {
            if (before.getField(field.getName()) == null) {
                added(before.getName() + "." + field.getName(), field.getType(), field.getInputFieldDefaultValue());
            }
        }
    }

    private record Both<T>(T before, T now) {}

    private void field(String at, Both<GraphQLFieldDefinition> both) {
        if (!isPromiseKept(both.before.getType(), both.now.getType())) {
            add(at, "was " + print(both.before.getType()) + " and is " + print(both.now.getType()));
        }
        each(at + "(%s:)", both.before.getArguments(), both.now::getArgument, (of, one) -> {
            accepts(of, one.before.getType(), one.now.getType());
            defaults(of, one.before.getArgumentDefaultValue(), one.now.getArgumentDefaultValue());
        });
        for (GraphQLArgument argument : both.now.getArguments()) {
            if (both.before.getArgument(argument.getName()) == null) {
                added(at + "(" + argument.getName() + ":)", argument.getType(), argument.getArgumentDefaultValue());
            }
        }
    }

    private void accepts(String at, GraphQLInputType before, GraphQLInputType now) {
        if (!isAccepted(before, now)) {
            add(at, "took " + print(before) + " and takes " + print(now));
        }
    }

    /** Changed defaults: a client that omits the value gets other results. */
    private void defaults(String at, InputValueWithState before, InputValueWithState now) {
        if (!text(before).equals(text(now))) {
            add(at, "had the default " + text(before) + " and has " + text(now));
        }
    }

    private void added(String at, GraphQLInputType type, InputValueWithState defaultValue) {
        if (type instanceof GraphQLNonNull && defaultValue.isNotSet()) {
            add(at, "is new and required");
        }
    }

    /** Whether a client that expects a value of the earlier type can read one of the later type. */
    private boolean isPromiseKept(GraphQLType before, GraphQLType now) {
        if (now instanceof GraphQLNonNull sure) {
            return isPromiseKept(
                    before instanceof GraphQLNonNull was ? was.getWrappedType() : before, sure.getWrappedType());
        }
        if (before instanceof GraphQLList was && now instanceof GraphQLList is) {
            return isPromiseKept(was.getWrappedType(), is.getWrappedType());
        }
        return print(before).equals(print(now));
    }

    /** Whether every value of the earlier type is a value of the later type. */
    private boolean isAccepted(GraphQLType before, GraphQLType now) {
        if (before instanceof GraphQLNonNull was) {
            return isAccepted(was.getWrappedType(), now instanceof GraphQLNonNull is ? is.getWrappedType() : now);
        }
        if (before instanceof GraphQLList was && now instanceof GraphQLList is) {
            return isAccepted(was.getWrappedType(), is.getWrappedType());
        }
        return print(before).equals(print(now));
    }

    /** Compares elements that exist in both schemas, and adds those that were removed. */
    private <T extends GraphQLNamedSchemaElement> void each(
            String at, List<T> before, Function<String, @Nullable T> now, BiConsumer<String, Both<T>> compare) {
        for (T one : before) {
            String place = at.formatted(one.getName());
            T same = now.apply(one.getName());
            if (same == null) {
                add(place, "is gone");
            } else {
                compare.accept(place, new Both<>(one, same));
            }
        }
    }

    private static List<GraphQLNamedSchemaElement> interfaces(GraphQLType type) {
        return ((GraphQLImplementingType) type)
                .getInterfaces().stream()
                        .map(GraphQLNamedSchemaElement.class::cast)
                        .toList();
    }

    private static List<GraphQLNamedSchemaElement> members(GraphQLType union) {
        return ((GraphQLUnionType) union)
                .getTypes().stream().map(GraphQLNamedSchemaElement.class::cast).toList();
    }

    private static Function<String, @Nullable GraphQLNamedSchemaElement> named(List<GraphQLNamedSchemaElement> all) {
        return name -> all.stream()
                .filter(one -> one.getName().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static String text(InputValueWithState value) {
        return value.isSet() ? AstPrinter.printAstCompact((Value<?>) requireNonNull(value.getValue())) : "none";
    }

    private void add(String at, String reason) {
        changes.add(new Change(at, reason));
    }
}
