package laurel.api;

import graphql.schema.idl.TypeDefinitionRegistry;

/** Where the schema's types come from. */
@FunctionalInterface
interface SchemaSource {
    /** The types of all files. */
    TypeDefinitionRegistry types();
}
