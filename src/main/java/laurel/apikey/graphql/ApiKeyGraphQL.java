package laurel.apikey.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import laurel.apikey.ApiKey;
import laurel.apikey.ApiKeys;
import laurel.apikey.ApiKeys.NewApiKey;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.request.Connection;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.dataloader.DataLoaderRegistry;

/** Binds {@code apikey.graphqls}. */
@Singleton
public class ApiKeyGraphQL implements Binding {
    private static final String TYPE = "ApiKey";
    private static final String LIST = "apiKeys";
    private static final String ID = "apiKeyId";

    private final ApiKeys keys;
    private final PageSize pageSize;

    ApiKeyGraphQL(ApiKeys keys, PageSize pageSize) {
        this.keys = keys;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.<Long, ApiKey>register(loaders, TYPE, ids -> keys.byIds(request.app(), ids, request.identity()));
        Loaders.registerList(loaders, LIST, request.inApp(keys::listed));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("apiKey", ApiKeyGraphQL::key)
                        .dataFetcher(LIST, this::list))
                .type(new Mutations()
                        .input("createApiKey", this::create)
                        .input("rotateApiKey", this::rotate)
                        .input("revokeApiKey", this::revoke))
                .type(Fields.<ApiKey>of(TYPE).id(ApiKey::id));
    }

    private static CompletableFuture<ApiKey> key(DataFetchingEnvironment environment) {
        String id = Input.of(environment).string("id");
        RequestContext request = RequestContext.of(environment);
        return Loaders.load(environment, TYPE, request.number("id", id, TYPE).orElse(null));
    }

    private CompletableFuture<Connection<ApiKey>> list(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment);
        ListPage page = pageSize.page(environment, LIST + ":" + request.app());
        return page.load(LIST, page.request(request.operator(), page.after(Long.MAX_VALUE)), ApiKey::id);
    }

    private Object create(RequestContext request, Input input) {
        NewApiKey given = input.as(NewApiKey.class);
        if (given.allApps() && !request.operator()) {
            throw new RequestException(
                    RequestErrorCode.FORBIDDEN, "An identity that is bound to an app cannot create keys for all apps.");
        }
        return keys.create(request.app(), given, request.identity(), request.now());
    }

    private Object rotate(RequestContext request, Input input) {
        return keys.rotate(
                request.app(),
                request.number(ID, input.string(ID), TYPE),
                input.optionalMoment("previousExpiresAt"),
                request.identity(),
                request.now());
    }

    private Object revoke(RequestContext request, Input input) {
        return keys.revoke(
                request.app(), request.number(ID, input.string(ID), TYPE), request.identity(), request.now());
    }
}
