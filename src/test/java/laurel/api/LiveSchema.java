package laurel.api;

import static java.util.Objects.requireNonNull;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.graphql.Binding;
import laurel.graphql.RequestContext;
import laurel.graphql.Subscribed;
import laurel.request.Emission;
import laurel.request.EventListener;
import laurel.request.EventSource;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.access.Identity.Player;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** A schema with a subscription whose events a test publishes. */
public final class LiveSchema implements Binding, EventSource {
    public static final String SDL = """
            type Query { hello: String! app: Int! slow: String! large(size: Int!): String! broken: String! }
            type Mutation { increment: Int! }
            type Subscription { message(after: String, of: String): Message requiredMessage: Message! refused: Message }
            type Message { text(after: String): String! app: Int! broken: String mine: String }
            """;

    public final AtomicInteger increments = new AtomicInteger();
    /** How often an event was rendered. */
    public final AtomicInteger rendered = new AtomicInteger();
    /** How often an operation was executed. */
    public final AtomicInteger executions = new AtomicInteger();

    /** The last large value, if it is still in memory. */
    public volatile Reference<String> large = new WeakReference<>(null);

    /** Number of standings that each subscription follows. */
    public int followedStandings;

    private final Set<EventListener> listeners = ConcurrentHashMap.newKeySet();
    private final AtomicInteger added = new AtomicInteger();

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("hello", env -> "Hello")
                        .dataFetcher("app", env -> RequestContext.of(env).app())
                        .dataFetcher("slow", env -> slow())
                        .dataFetcher("large", env -> large(env.<Integer>getArgumentOrDefault("size", 0)))
                        .dataFetcher("broken", env -> {
                            throw new IllegalStateException("secret inside");
                        }))
                .type("Mutation", type -> type.dataFetcher("increment", env -> increments.incrementAndGet()))
                .type("Subscription", type -> type.dataFetcher("message", Subscribed.to(env -> this))
                        .dataFetcher("requiredMessage", Subscribed.to(env -> this))
                        .dataFetcher("refused", Subscribed.to(env -> LiveSchema::refuse)))
                .type("Message", type -> type.dataFetcher("text", env -> {
                            if ("bad".equals(env.<String>getArgument("after"))) {
                                throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "Not like this");
                            }
                            rendered.incrementAndGet();
                            return "null".equals(env.getSource()) ? null : env.getSource();
                        })
                        .dataFetcher("mine", LiveSchema::mine)
                        .dataFetcher("app", env -> RequestContext.of(env).app())
                        .dataFetcher("broken", env -> {
                            throw new IllegalStateException("secret inside");
                        }));
    }

    /** What the player of this name alone sees. */
    private static @Nullable String mine(DataFetchingEnvironment environment) {
        String owner = environment.getSource();
        return RequestContext.of(environment).seesAllOf(new Player("user", requireNonNull(owner)))
                ? "of " + owner
                : null;
    }

    private String large(int size) {
        String value = "x".repeat(size);
        large = new WeakReference<>(value);
        return value;
    }

    /** Answers after 300 ms. */
    private static String slow() throws InterruptedException {
        return new Semaphore(0).tryAcquire(300, TimeUnit.MILLISECONDS) ? "never" : "Hello, at last";
    }

    private static Subscription refuse(EventListener listener) {
        throw new IllegalStateException("secret inside");
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        executions.incrementAndGet();
    }

    @Override
    public Subscription subscribe(EventListener listener) {
        listeners.add(listener);
        added.incrementAndGet();
        return () -> listeners.remove(listener);
    }

    @Override
    public int followedStandings() {
        return followedStandings;
    }

    /** Number of listeners that were ever added. */
    public int addedListeners() {
        return added.get();
    }

    /** Number of current listeners. */
    public int activeListeners() {
        return listeners.size();
    }

    public void publish(String text) {
        publish(new Emission(text, null));
    }

    public void publish(Emission emission) {
        listeners.forEach(listener -> listener.next(emission));
    }

    public Set<EventListener> listeners() {
        return listeners;
    }
}
