package laurel.api.schema;

import graphql.schema.idl.TypeDefinitionRegistry;

/** Provides the types of the schema. Tests replace it. */
@FunctionalInterface
public interface SchemaSource {
    TypeDefinitionRegistry types();
}
