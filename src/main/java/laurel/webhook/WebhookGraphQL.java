package laurel.webhook;

import graphql.TypeResolutionEnvironment;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLObjectType;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.TypeRuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Cursor;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.NodeId;
import laurel.graphql.NodeSource;
import laurel.graphql.PageSize;
import laurel.graphql.Refusals;
import laurel.graphql.RequestContext;
import laurel.graphql.Types;
import laurel.refusal.Refusal;
import laurel.webhook.DeliveryRepository.DeliveryList;
import laurel.webhook.DeliveryRepository.Replay;
import laurel.webhook.WebhookDelivery.DeliveryState;
import laurel.webhook.WebhookRepository.WebhookList;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code webhook.graphqls}. */
@Singleton
public class WebhookGraphQL implements Binding, NodeSource {
    private static final String LOADER = "webhook";
    private static final String LIST = "webhooks";
    private static final String DELIVERIES = "deliveries";

    /** Of one list: their bodies may be long. */
    private static final int MOST_DELIVERIES = 50;

    /** Of 4 KiB, that a delivery may have. */
    private static final int ROWS = 10;

    private final Webhooks webhooks;
    private final PageSize pageSize;

    WebhookGraphQL(Webhooks webhooks, PageSize pageSize) {
        this.webhooks = webhooks;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, LOADER, (Set<Long> ids) -> webhooks.byIds(request.app(), ids));
        Loaders.register(
                loaders, LIST, WebhookList::size, (Set<WebhookList> lists) -> webhooks.listed(request.app(), lists));
        Loaders.register(loaders, DELIVERIES, list -> ROWS * list.size(), webhooks::deliveries);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("webhook", this::webhook).dataFetcher("webhooks", this::list))
                .type("Mutation", type -> type.dataFetcher("createWebhook", this::create)
                        .dataFetcher("updateWebhook", this::update)
                        .dataFetcher("deleteWebhook", this::delete)
                        .dataFetcher("rotateWebhookSecret", this::rotate)
                        .dataFetcher("pingWebhook", this::ping)
                        .dataFetcher("replayWebhook", this::replay))
                .type("CreateWebhookResult", result("WebhookSecret"))
                .type("UpdateWebhookResult", result("Webhook"))
                .type("DeleteWebhookResult", result("DeletedWebhook"))
                .type("RotateWebhookSecretResult", result("WebhookSecret"))
                .type("PingWebhookResult", result("WebhookDelivery"))
                .type("ReplayWebhookResult", result("ReplayedWebhook"))
                .type(fields())
                .type(Fields.<Webhook>of("WebhookSecret")
                        .field("webhook", webhook -> webhook)
                        .field("secret", webhook -> webhook.secrets().secret())
                        .wiring())
                .type(Fields.<String>of("DeletedWebhook").field("id", id -> id).wiring());
    }

    private TypeRuntimeWiring.Builder fields() {
        return Fields.<Webhook>of("Webhook")
                .field("id", this::id)
                .field("types", webhook -> webhook.interest().types())
                .field("leaderboards", webhook -> webhook.interest().leaderboards())
                .field("kinds", webhook -> webhook.interest().kinds())
                .field("definitions", webhook -> webhook.interest().definitions())
                .field("everyGroup", webhook -> webhook.interest().everyGroup())
                .field("top", webhook -> webhook.interest().top())
                .fetched("deliveries", this::deliveries)
                .wiring();
    }

    /** A union of this type and Refusal. */
    private static UnaryOperator<TypeRuntimeWiring.Builder> result(String name) {
        return type -> type.typeResolver(environment -> resultOrRefusal(environment, name));
    }

    private static GraphQLObjectType resultOrRefusal(TypeResolutionEnvironment environment, String name) {
        return environment.getObject() instanceof Refusal
                ? Types.ofJavaClass(environment)
                : environment.getSchema().getObjectType(name);
    }

    private @Nullable CompletableFuture<Webhook> webhook(DataFetchingEnvironment environment) {
        return NodeId.parse(Input.of(environment).string("id"))
                .filter(id -> id.type().equals(type()))
                .map(id -> node(environment, id.number()))
                .orElse(null);
    }

    private CompletableFuture<Connection<Webhook>> list(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment);
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        String list = LIST + ":" + request.app();
        long from = after == null ? 0 : Cursor.parse(after, list, key -> Long.parseLong(key.getFirst()));
        return Loaders.<WebhookList, List<Webhook>>load(environment, LIST, new WebhookList(from, first + 1))
                .thenApply(found -> Connection.firstOf(
                        found, first, after, webhook -> new Cursor(list, List.of(Long.toString(webhook.id()))).text()));
    }

    private CompletableFuture<Connection<WebhookDelivery>> deliveries(
            Webhook webhook, DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        int first = PageSize.checked("first", input.integer("first"), 1, MOST_DELIVERIES);
        String after = input.optionalString("after");
        DeliveryState state = input.optionalConstant(DeliveryState.class, "state");
        String list = DELIVERIES + ":" + webhook.id() + ":" + state;
        long before = after == null ? Long.MAX_VALUE : Cursor.parse(after, list, key -> Long.parseLong(key.getFirst()));
        return Loaders.<DeliveryList, List<WebhookDelivery>>load(
                        environment, DELIVERIES, new DeliveryList(webhook.id(), state, before, first + 1))
                .thenApply(found -> Connection.firstOf(
                        found, first, after, delivery -> new Cursor(list, List.of(Long.toString(delivery.id())))
                                .text()));
    }

    private Object create(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        var input = new WebhookInput(Input.of(environment).object("input"));
        return Refusals.orRefusal(environment, "input", () -> webhooks.create(request.app(), input, request.now()));
    }

    private Object update(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment).object("input");
        return Refusals.orRefusal(
                environment,
                "input",
                () -> webhooks.update(request.app(), number(input, "id"), new WebhookInput(input), request.now()));
    }

    private Object delete(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment);
        return Refusals.orRefusal(environment, "id", () -> {
            webhooks.delete(request.app(), number(input), request.now());
            return input.string("id");
        });
    }

    private Object rotate(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment);
        return Refusals.orRefusal(
                environment, "id", () -> webhooks.rotate(request.app(), number(input), request.now()));
    }

    private Object ping(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment);
        return Refusals.orRefusal(
                environment, "id", () -> webhooks.ping(request.app(), number(input), this::id, request.now()));
    }

    private Object replay(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment).object("input");
        var replay = new Replay(
                input.constants(DeliveryState.class, "states"),
                input.optionalMoment("from"),
                input.optionalMoment("until"));
        return Refusals.orRefusal(
                environment, "input", () -> webhooks.replay(request.app(), number(input, "id"), replay, request.now()));
    }

    /** The number that {@code id} stands for; refuses UNKNOWN_WEBHOOK where it is no webhook's, the path leading to it. */
    private long number(Input input, String... path) {
        return NodeId.parse(input.string("id"))
                .filter(id -> id.type().equals(type()))
                .orElseThrow(() -> Webhooks.unknown(path))
                .number();
    }

    private String id(Webhook webhook) {
        return NodeId.of(type(), webhook.id());
    }

    @Override
    public String type() {
        return "Webhook";
    }

    @Override
    public CompletableFuture<Webhook> node(DataFetchingEnvironment environment, long number) {
        return Loaders.load(environment, LOADER, number);
    }
}
