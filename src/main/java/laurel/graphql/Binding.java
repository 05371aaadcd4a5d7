package laurel.graphql;

import graphql.schema.idl.RuntimeWiring;
import org.dataloader.DataLoaderRegistry;

/**
 * Binds one file of the schema to code. Each feature has one bean of this type, named after its file: {@code
 * WindowGraphQL} binds {@code graphql/schema/window.graphqls} and nothing else.
 */
public interface Binding {
    /** Adds this feature's data fetchers and scalars. */
    void bind(RuntimeWiring.Builder wiring);

    /** Adds the loaders that this feature's fetchers use; called once per request. */
    default void register(DataLoaderRegistry loaders, RequestContext request) {}
}
