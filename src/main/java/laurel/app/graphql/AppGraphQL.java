package laurel.app.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import laurel.app.App;
import laurel.app.Apps;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.request.Connection;
import org.dataloader.DataLoaderRegistry;

/** Binds {@code app.graphqls}. */
@Singleton
public class AppGraphQL implements Binding, NodeSource {
    private static final String ANONYMOUS = "anonymousReading";
    private static final String LIST = "apps";
    private static final String LOADER = "app";
    private static final String BY_KEY = "appByKey";

    private final Apps apps;
    private final PageSize pageSize;

    AppGraphQL(Apps apps, PageSize pageSize) {
        this.apps = apps;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, LOADER, apps::byIds);
        Loaders.register(loaders, BY_KEY, apps::byKeys);
        Loaders.registerList(loaders, LIST, apps::listed);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("app", this::app).dataFetcher("apps", this::list))
                .type(new Mutations().input("createApp", this::create).input("updateApp", this::update))
                .type(Fields.<App>of("App")
                        .fetched(
                                "id", (app, env) -> RequestContext.of(env).ids().text(id(app))));
    }

    private CompletableFuture<App> app(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment);
        String key = Input.of(environment).optionalString("key");
        return key == null
                ? Loaders.load(environment, LOADER, request.app())
                : Loaders.<String, App>load(environment, BY_KEY, key)
                        .thenApply(app -> app != null && inReach(request, app.id()) ? app : null);
    }

    private CompletableFuture<Connection<App>> list(DataFetchingEnvironment environment) {
        ListPage page = pageSize.page(environment, LIST);
        return page.load(LIST, page.request(null, page.afterText()), App::key);
    }

    private Object create(RequestContext request, Input input) {
        return apps.create(
                input.string("key"),
                input.optionalString("name"),
                Boolean.TRUE.equals(input.values().get(ANONYMOUS)),
                request.now());
    }

    private Object update(RequestContext request, Input input) {
        return apps.update(
                input.string("appKey"),
                input.has("name"),
                input.optionalString("name"),
                input.has(ANONYMOUS) ? Boolean.TRUE.equals(input.values().get(ANONYMOUS)) : null);
    }

    @Override
    public String type() {
        return "App";
    }

    /** Only operators see other apps than their own. */
    @Override
    public boolean inReach(RequestContext request, NodeId id) {
        return inReach(request, id.app());
    }

    private static boolean inReach(RequestContext request, int app) {
        return app == request.app() || request.operator();
    }

    @Override
    public CompletableFuture<App> node(DataFetchingEnvironment environment, NodeId id) {
        return Loaders.load(environment, LOADER, id.app());
    }

    /** The node of an app belongs to that app, even if the request acts in another one. */
    private NodeId id(App app) {
        return new NodeId(type(), app.id(), 0, List.of(), "");
    }
}
