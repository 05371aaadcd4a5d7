package laurel.api.engine;

import graphql.schema.idl.TypeDefinitionRegistry;

/** Where the schema's types come from. */
@FunctionalInterface
public interface SchemaSource {
    /** The types of all files. */
    TypeDefinitionRegistry types();
}
