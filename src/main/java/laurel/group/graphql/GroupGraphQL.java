package laurel.group.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.group.AppGroup;
import laurel.group.AppGroup.GroupFilter;
import laurel.group.GroupInput;
import laurel.group.GroupValue;
import laurel.group.GroupValues;
import laurel.group.Groups;
import laurel.request.Connection;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.Text;
import org.dataloader.DataLoaderRegistry;

/** Binds {@code group.graphqls}. */
@Singleton
public class GroupGraphQL implements Binding {
    private static final String TYPE = "AppGroup";
    private static final String BY_VALUE = "groupByValue";
    private static final String LIST = "groups";
    private static final String VERSION = "expectedVersion";

    private final Groups groups;
    private final PageSize pageSize;

    GroupGraphQL(Groups groups, PageSize pageSize) {
        this.groups = groups;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, TYPE, request.inApp(groups::byIds));
        Loaders.register(loaders, BY_VALUE, request.inApp(groups::byValues));
        Loaders.registerList(loaders, LIST, request.inApp(groups::listed));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("group", this::group).dataFetcher(LIST, this::list))
                .type(new Mutations()
                        .input(
                                "createGroup",
                                (request, input) -> groups.create(request.app(), given(input), request.now()))
                        .input(
                                "updateGroup",
                                (request, input) ->
                                        groups.update(request.app(), given(input), input.optionalInteger(VERSION)))
                        .input(
                                "deleteGroup",
                                (request, input) -> request.id(
                                        TYPE,
                                        0,
                                        groups.delete(request.app(), value(input), input.optionalInteger(VERSION)))))
                .type(Fields.<AppGroup>of(TYPE).id(AppGroup::id).field("name", AppGroup::name));
    }

    private CompletableFuture<AppGroup> group(DataFetchingEnvironment environment) {
        return Loaders.load(environment, BY_VALUE, value(Input.of(environment)));
    }

    private CompletableFuture<Connection<AppGroup>> list(DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        Input filter = input.optionalObject("filter");
        String prefix = filter == null ? null : filter.optionalString("valuePrefix");
        GroupFilter wanted = new GroupFilter(input.string("attribute"), Objects.requireNonNullElse(prefix, ""));
        if (!GroupValues.isAttribute(wanted.attribute())) {
            throw invalid("`attribute` must be 1-32 of A-Z, a-z, 0-9 and `_`, starting with a letter.");
        }
        if (!wanted.valuePrefix().isEmpty() && !Text.isPart(wanted.valuePrefix(), GroupValues.MAX_VALUE)) {
            throw invalid("`filter.valuePrefix` must be at most " + GroupValues.MAX_VALUE
                    + " characters, without control characters.");
        }
        ListPage page = pageSize.page(
                environment,
                LIST + ":" + RequestContext.of(environment).app() + ":" + wanted.attribute() + ":"
                        + wanted.valuePrefix());
        return page.load(LIST, page.request(wanted, page.afterText()), AppGroup::value);
    }

    private static RequestException invalid(String message) {
        return new RequestException(RequestErrorCode.INVALID_ARGUMENT, message);
    }

    private static GroupInput given(Input input) {
        return new GroupInput(
                value(input), input.optionalString("name"), input.optionalString("timeZone"), input.nulls());
    }

    private static GroupValue value(Input input) {
        return new GroupValue(input.string("attribute"), input.string("value"));
    }
}
