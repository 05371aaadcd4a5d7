package laurel.contract;

import graphql.schema.GraphQLArgument;
import graphql.schema.GraphQLDirective;
import graphql.schema.GraphQLEnumType;
import graphql.schema.GraphQLEnumValueDefinition;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLFieldsContainer;
import graphql.schema.GraphQLInputObjectField;
import graphql.schema.GraphQLInputObjectType;
import graphql.schema.GraphQLNamedSchemaElement;
import graphql.schema.GraphQLNamedType;
import graphql.schema.GraphQLObjectType;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLType;
import graphql.schema.GraphQLTypeUtil;
import graphql.schema.idl.ScalarInfo;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The elements of a schema with their coordinates, without those that every GraphQL schema has. */
final class Elements {
    static final Set<String> STANDARD_DIRECTIVES = Set.of(
            "include",
            "skip",
            "deprecated",
            "specifiedBy",
            "oneOf",
            "defer",
            "stream",
            "experimental_disableErrorPropagation");

    private Elements() {}

    record Field(GraphQLFieldsContainer owner, GraphQLFieldDefinition definition) {
        String at() {
            return owner.getName() + "." + name();
        }

        String name() {
            return definition.getName();
        }

        String type() {
            return print(definition.getType());
        }

        List<GraphQLArgument> arguments() {
            return definition.getArguments();
        }
    }

    record Argument(String owner, GraphQLArgument definition) {
        String at() {
            return owner + "(" + name() + ":)";
        }

        String name() {
            return definition.getName();
        }
    }

    record InputField(GraphQLInputObjectType owner, GraphQLInputObjectField definition) {
        String at() {
            return owner.getName() + "." + name();
        }

        String name() {
            return definition.getName();
        }

        String type() {
            return print(definition.getType());
        }
    }

    record EnumValue(GraphQLEnumType owner, GraphQLEnumValueDefinition definition) {
        String at() {
            return owner.getName() + "." + definition.getName();
        }
    }

    /** An element that can have a description. */
    record Described(String at, GraphQLNamedSchemaElement element) {
        String description() {
            String description = element.getDescription();
            return description == null ? "" : description.strip();
        }
    }

    static List<GraphQLNamedType> types(GraphQLSchema schema) {
        return schema.getAllTypesAsList().stream()
                .filter(type -> !type.getName().startsWith("__"))
                .filter(type -> !ScalarInfo.isGraphqlSpecifiedScalar(type.getName()))
                .toList();
    }

    static <T extends GraphQLNamedType> Stream<T> types(GraphQLSchema schema, Class<T> kind) {
        return types(schema).stream().filter(kind::isInstance).map(kind::cast);
    }

    static Stream<Field> fields(GraphQLSchema schema) {
        return types(schema, GraphQLFieldsContainer.class).flatMap(Elements::fields);
    }

    static Stream<Field> fields(GraphQLFieldsContainer type) {
        return type.getFieldDefinitions().stream().map(field -> new Field(type, field));
    }

    /** The fields of an operation type. Empty if the schema does not have it. */
    static Stream<Field> roots(GraphQLSchema schema, String operations) {
        return schema.getType(operations) instanceof GraphQLObjectType type ? fields(type) : Stream.empty();
    }

    static Stream<Argument> arguments(GraphQLSchema schema) {
        Stream<Argument> ofFields =
                fields(schema).flatMap(field -> field.arguments().stream().map(one -> new Argument(field.at(), one)));
        Stream<Argument> ofDirectives = directives(schema).flatMap(one -> one.getArguments().stream()
                .map(argument -> new Argument("@" + one.getName(), argument)));
        return Stream.concat(ofFields, ofDirectives);
    }

    static Stream<InputField> inputFields(GraphQLSchema schema) {
        return types(schema, GraphQLInputObjectType.class)
                .flatMap(type -> type.getFieldDefinitions().stream().map(field -> new InputField(type, field)));
    }

    static Stream<EnumValue> enumValues(GraphQLSchema schema) {
        return types(schema, GraphQLEnumType.class)
                .flatMap(type -> type.getValues().stream().map(value -> new EnumValue(type, value)));
    }

    private static Stream<GraphQLDirective> directives(GraphQLSchema schema) {
        return schema.getDirectives().stream().filter(one -> !STANDARD_DIRECTIVES.contains(one.getName()));
    }

    static Stream<Described> described(GraphQLSchema schema) {
        return Stream.of(
                        types(schema).stream().map(type -> new Described(type.getName(), type)),
                        fields(schema).map(field -> new Described(field.at(), field.definition())),
                        arguments(schema).map(argument -> new Described(argument.at(), argument.definition())),
                        inputFields(schema).map(field -> new Described(field.at(), field.definition())),
                        enumValues(schema).map(value -> new Described(value.at(), value.definition())),
                        directives(schema).map(one -> new Described("@" + one.getName(), one)))
                .flatMap(all -> all);
    }

    static String print(GraphQLType type) {
        return GraphQLTypeUtil.simplePrint(type);
    }

    /** The name of the type without lists and non-null. */
    static String named(GraphQLType type) {
        return GraphQLTypeUtil.unwrapAll(type).getName();
    }
}
