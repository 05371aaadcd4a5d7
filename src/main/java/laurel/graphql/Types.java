package laurel.graphql;

import graphql.TypeResolutionEnvironment;
import graphql.schema.GraphQLObjectType;

/** Which object type of the schema a value of an interface or a union has. */
public final class Types {
    private Types() {}

    /** The type named like the value's Java class: one noun, one spelling. */
    public static GraphQLObjectType ofJavaClass(TypeResolutionEnvironment environment) {
        return environment
                .getSchema()
                .getObjectType(environment.getObject().getClass().getSimpleName());
    }
}
