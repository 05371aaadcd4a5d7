package laurel.webhook.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import laurel.event.AppEvent;
import laurel.event.EventType;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.request.Connection;
import laurel.webhook.DeliveryRepository.Replay;
import laurel.webhook.Webhook;
import laurel.webhook.WebhookDelivery;
import laurel.webhook.WebhookDelivery.DeliveryFilter;
import laurel.webhook.WebhookDelivery.DeliveryState;
import laurel.webhook.Webhooks;
import laurel.webhook.Webhooks.NewSecret;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code webhook.graphqls}. */
@Singleton
public class WebhookGraphQL implements Binding {
    private static final String TYPE = "Webhook";
    private static final String DELIVERY = "WebhookDelivery";
    private static final String VERSION = "expectedVersion";
    private static final String ID = "webhookId";
    private static final String LIST = "webhooks";
    private static final String DELIVERIES = "deliveries";

    /** Deliveries in one page: their bodies may be long. */
    private static final int MAX_DELIVERIES = 50;

    /** Weight of a delivery in rows of 4 KiB. */
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
        Loaders.register(loaders, DELIVERY, one -> ROWS, request.inApp(webhooks::deliveriesByIds));
        Loaders.registerList(loaders, LIST, request.inApp(webhooks::listed));
        Loaders.registerList(loaders, DELIVERIES, ROWS, webhooks::deliveries);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("webhook", WebhookGraphQL::webhook)
                        .dataFetcher("webhooks", this::list))
                .type(mutations())
                .type(Fields.<Webhook>of(TYPE)
                        .id(Webhook::id)
                        .field("eventTypes", webhook -> webhook.filter().eventTypes())
                        .field("leaderboardKeys", webhook -> webhook.filter().leaderboardKeys())
                        .fetched("leaderboards", WebhookGraphQL::leaderboards)
                        .field("windowKinds", webhook -> webhook.filter().windowKinds())
                        .field("windowDefinitionKeys", webhook -> webhook.filter()
                                .windowDefinitionKeys())
                        .field("groups", webhook -> webhook.filter().groups())
                        .field("topCount", webhook -> webhook.filter().topCount())
                        .field("failureStartedAt", Webhook::failureStartedAt)
                        .fetched("deliveries", WebhookGraphQL::deliveries))
                .type(Fields.<WebhookDelivery>of(DELIVERY)
                        .id(WebhookDelivery::id)
                        .fetched("webhook", (delivery, env) -> Loaders.load(env, TYPE, delivery.webhookId())))
                .type(Fields.<AppEvent>of(AppEvent.typeName(EventType.WEBHOOK_PAUSED))
                        .fetched("webhook", (event, env) -> Loaders.load(env, TYPE, event.webhookId())));
    }

    private Mutations mutations() {
        return new Mutations()
                .input("createWebhook", this::create)
                .input("updateWebhook", this::update)
                .input("deleteWebhook", this::delete)
                .input(
                        "rotateWebhookSecret",
                        (request, input) ->
                                NewSecret.of(webhooks.rotate(request.app(), number(request, input), request.now())))
                .input(
                        "pingWebhook",
                        (request, input) -> webhooks.ping(
                                request.app(),
                                number(request, input),
                                hook -> request.id(TYPE, 0, hook.id()),
                                request.now()))
                .input(
                        "replayWebhook",
                        (request, input) ->
                                webhooks.replay(request.app(), number(request, input), input.as(Replay.class)));
    }

    private static @Nullable CompletableFuture<Webhook> webhook(DataFetchingEnvironment environment) {
        Optional<Long> number = RequestContext.of(environment)
                .number("id", Input.of(environment).string("id"), TYPE);
        return Loaders.load(environment, TYPE, number.orElse(null));
    }

    private static @Nullable CompletableFuture<List<Leaderboard>> leaderboards(
            Webhook webhook, DataFetchingEnvironment environment) {
        List<String> keys = webhook.filter().leaderboardKeys();
        return keys == null ? null : LeaderboardGraphQL.existing(environment, keys);
    }

    private CompletableFuture<Connection<Webhook>> list(DataFetchingEnvironment environment) {
        ListPage page = pageSize.page(
                environment, LIST + ":" + RequestContext.of(environment).app());
        return page.load(LIST, page.request(null, page.after(0)), Webhook::id);
    }

    private static CompletableFuture<Connection<WebhookDelivery>> deliveries(
            Webhook webhook, DataFetchingEnvironment environment) {
        Input filter = Input.of(environment).optionalObject("filter");
        DeliveryState state = filter == null ? null : filter.optionalConstant(DeliveryState.class, "state");
        ListPage page = PageSize.page(environment, DELIVERIES + ":" + webhook.id() + ":" + state, MAX_DELIVERIES);
        return page.load(
                DELIVERIES,
                page.request(new DeliveryFilter(webhook.id(), state), page.after(Long.MAX_VALUE)),
                WebhookDelivery::id);
    }

    private Object create(RequestContext request, Input input) {
        WebhookInput given = new WebhookInput(input, true);
        given.checkKeys();
        return NewSecret.of(webhooks.create(request.app(), input.string("url"), given::filter, request.now()));
    }

    private Object update(RequestContext request, Input input) {
        WebhookInput given = new WebhookInput(input, false);
        long id = number(request, input);
        given.checkKeys();
        return webhooks.update(request.app(), id, input.optionalInteger(VERSION), given.patch(), request.now());
    }

    private Object delete(RequestContext request, Input input) {
        webhooks.delete(request.app(), number(request, input), input.optionalInteger(VERSION), request.now());
        return input.string(ID);
    }

    /** The id of the input's webhook. Refuses WEBHOOK_NOT_FOUND if its global id is not one of a webhook. */
    private static long number(RequestContext request, Input input) {
        return request.number(ID, input.string(ID), TYPE).orElseThrow(Webhooks::unknown);
    }
}
