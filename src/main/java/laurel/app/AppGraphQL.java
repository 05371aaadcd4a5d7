package laurel.app;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import laurel.app.AppRepository.Page;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.NodeId;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code app.graphqls}. */
@Singleton
public class AppGraphQL implements Binding, NodeSource {
    private static final String LIST = "apps";
    private static final String LOADER = "app";

    private final Apps apps;
    private final PageSize pageSize;

    AppGraphQL(Apps apps, PageSize pageSize) {
        this.apps = apps;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, LOADER, apps::byIds);
        Loaders.register(loaders, LIST, Page::size, apps::listed);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("app", this::app).dataFetcher("apps", this::list))
                .type(new Mutations().input("createApp", this::create))
                .type(Fields.<App>of("App").field("id", app -> NodeId.of(type(), app.id())));
    }

    private CompletableFuture<App> app(DataFetchingEnvironment environment) {
        return Loaders.load(environment, LOADER, RequestContext.of(environment).app());
    }

    private CompletableFuture<Connection<App>> list(DataFetchingEnvironment environment) {
        RequestContext.of(environment).requireOperator();
        ListPage page = pageSize.page(environment, LIST);
        return page.load(LIST, new Page(page.after("", List::getFirst), page.limit()), App::key);
    }

    private Object create(RequestContext request, Input input) {
        request.requireOperator();
        return apps.create(input.string("key"), input.optionalString("name"), request.now());
    }

    @Override
    public String type() {
        return "App";
    }

    /** The app itself; others are the operator's business. */
    @Override
    public @Nullable CompletableFuture<App> node(DataFetchingEnvironment environment, long number) {
        RequestContext request = RequestContext.of(environment);
        int id = (int) number;
        return id == number && (id == request.app() || request.operator())
                ? Loaders.load(environment, LOADER, id)
                : null;
    }
}
