package laurel.graphql;

import graphql.TypeResolutionEnvironment;
import graphql.schema.DataFetcher;
import graphql.schema.GraphQLObjectType;
import graphql.schema.TypeResolver;
import graphql.schema.idl.FieldWiringEnvironment;
import graphql.schema.idl.InterfaceWiringEnvironment;
import graphql.schema.idl.UnionWiringEnvironment;
import graphql.schema.idl.WiringFactory;
import laurel.request.Refusal;
import laurel.request.Refusal.Detail.CurrentVersion;
import laurel.request.Refusal.Detail.Limit;
import laurel.request.Refusal.Detail.RetryAfter;
import laurel.request.SchemaTyped;
import org.jspecify.annotations.Nullable;

/** Resolves the object types of interfaces and unions, and fetches the fields of payloads. */
public final class Types implements WiringFactory {
    @Override
    public boolean providesTypeResolver(InterfaceWiringEnvironment environment) {
        return true;
    }

    @Override
    public boolean providesTypeResolver(UnionWiringEnvironment environment) {
        return true;
    }

    /** The type that the value names, or with the name of its Java class; of an error, by its detail. */
    @Override
    public TypeResolver getTypeResolver(InterfaceWiringEnvironment environment) {
        return environment.getInterfaceTypeDefinition().getName().equals("UserError")
                ? value -> value.getSchema().getObjectType(error(value.getObject()))
                : Types::ofJavaClass;
    }

    private static String error(Refusal refusal) {
        return switch (refusal.detail()) {
            case null -> "GeneralError";
            case CurrentVersion version -> "VersionConflictError";
            case RetryAfter retry -> "RetryableError";
            case Limit limit -> "LimitExceededError";
        };
    }

    /** The fetcher of a payload's field without a binding. */
    @Override
    public @Nullable DataFetcher<?> getDefaultDataFetcher(FieldWiringEnvironment environment) {
        return Payload.isType(environment.getParentType().getName())
                ? Payload.fetcher(
                        environment.getParentType(),
                        environment.getFieldDefinition().getName())
                : null;
    }

    /** Resolves types of unions like those of interfaces. */
    @Override
    public TypeResolver getTypeResolver(UnionWiringEnvironment environment) {
        return Types::ofJavaClass;
    }

    private static GraphQLObjectType ofJavaClass(TypeResolutionEnvironment value) {
        Object object = value.getObject();
        return value.getSchema()
                .getObjectType(
                        object instanceof SchemaTyped typed
                                ? typed.typeName()
                                : object.getClass().getSimpleName());
    }
}
