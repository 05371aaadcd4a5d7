package laurel.webhook;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.TypeRuntimeWiring;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.webhook.DeliveryRepository.DeliveryList;
import laurel.webhook.DeliveryRepository.Replay;
import laurel.webhook.WebhookDelivery.DeliveryState;
import laurel.webhook.WebhookRepository.WebhookList;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code webhook.graphqls}. */
@Singleton
public class WebhookGraphQL implements Binding {
    private static final String TYPE = "Webhook";
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
        Loaders.register(loaders, TYPE, request.inApp(webhooks::byIds));
        Loaders.register(loaders, LIST, WebhookList::size, request.inApp(webhooks::listed));
        Loaders.register(loaders, DELIVERIES, list -> ROWS * list.size(), webhooks::deliveries);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("webhook", WebhookGraphQL::webhook)
                        .dataFetcher("webhooks", this::list))
                .type(mutations())
                .type(fields())
                .type(Fields.<Webhook>of("WebhookSecret")
                        .field("webhook", webhook -> webhook)
                        .field("secret", webhook -> webhook.secrets().secret()))
                .type(Fields.<String>of("DeletedWebhook").field("id", id -> id));
    }

    private TypeRuntimeWiring.Builder fields() {
        return Fields.<Webhook>of("Webhook")
                .id(Webhook::id)
                .field("types", webhook -> webhook.interest().types())
                .field("leaderboards", webhook -> webhook.interest().leaderboards())
                .field("kinds", webhook -> webhook.interest().kinds())
                .field("windowDefinitionKeys", webhook -> webhook.interest().definitions())
                .field("everyGroup", webhook -> webhook.interest().everyGroup())
                .field("top", webhook -> webhook.interest().top())
                .fetched("deliveries", WebhookGraphQL::deliveries);
    }

    private Mutations mutations() {
        return new Mutations()
                .input(
                        "createWebhook",
                        (request, input) -> webhooks.create(request.app(), new WebhookInput(input), request.now()))
                .input(
                        "updateWebhook",
                        (request, input) -> webhooks.update(
                                request.app(), number(request, input), new WebhookInput(input), request.now()))
                .text("deleteWebhook", "id", this::delete)
                .text(
                        "rotateWebhookSecret",
                        "id",
                        (request, id) -> webhooks.rotate(request.app(), number(request, id), request.now()))
                .text(
                        "pingWebhook",
                        "id",
                        (request, id) -> webhooks.ping(
                                request.app(),
                                number(request, id),
                                hook -> request.id(TYPE, 0, hook.id()),
                                request.now()))
                .input(
                        "replayWebhook",
                        (request, input) -> webhooks.replay(
                                request.app(), number(request, input), input.as(Replay.class), request.now()));
    }

    private static @Nullable CompletableFuture<Webhook> webhook(DataFetchingEnvironment environment) {
        Optional<Long> number = RequestContext.of(environment)
                .number("id", Input.of(environment).string("id"), TYPE);
        return Loaders.load(environment, TYPE, number.orElse(null));
    }

    private CompletableFuture<Connection<Webhook>> list(DataFetchingEnvironment environment) {
        ListPage page = pageSize.page(
                environment, LIST + ":" + RequestContext.of(environment).app());
        return page.load(LIST, new WebhookList(page.after(0), page.limit()), Webhook::id);
    }

    private static CompletableFuture<Connection<WebhookDelivery>> deliveries(
            Webhook webhook, DataFetchingEnvironment environment) {
        DeliveryState state = Input.of(environment).optionalConstant(DeliveryState.class, "state");
        ListPage page = PageSize.page(environment, DELIVERIES + ":" + webhook.id() + ":" + state, MOST_DELIVERIES);
        return page.load(
                DELIVERIES,
                new DeliveryList(webhook.id(), state, page.after(Long.MAX_VALUE), page.limit()),
                WebhookDelivery::id);
    }

    private Object delete(RequestContext request, String id) {
        webhooks.delete(request.app(), number(request, id), request.now());
        return id;
    }

    private static long number(RequestContext request, Input input) {
        return number(request, input.string("id"), "id");
    }

    /** The number that an ID stands for; refuses WEBHOOK_NOT_FOUND if there is no such webhook in the app. */
    private static long number(RequestContext request, String id, String... path) {
        return request.number("id", id, TYPE).orElseThrow(() -> Webhooks.unknown(path));
    }
}
