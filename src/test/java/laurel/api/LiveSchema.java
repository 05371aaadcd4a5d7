package laurel.api;

import graphql.schema.idl.RuntimeWiring;
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
import org.dataloader.DataLoaderRegistry;

/** A schema with subscriptions that are told what a test says, when it says so. */
public final class LiveSchema implements Binding, EventSource {
    public static final String SDL = """
            type Query { hello: String! app: Int! slow: String! large(size: Int!): String! broken: String! }
            type Mutation { increment: Int! }
            type Subscription { told(after: String, of: String): Told sure: Told! refused: Told }
            type Told { text(after: String): String! app: Int! broken: String }
            """;

    public final AtomicInteger increments = new AtomicInteger();
    /** How often something told was worked out for those who selected it. */
    public final AtomicInteger rendered = new AtomicInteger();

    private final Set<EventListener> listeners = ConcurrentHashMap.newKeySet();
    private final AtomicInteger begun = new AtomicInteger();

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("hello", env -> "Hello")
                        .dataFetcher("app", env -> RequestContext.of(env).app())
                        .dataFetcher("slow", env -> slow())
                        .dataFetcher("large", env -> "x".repeat(env.<Integer>getArgumentOrDefault("size", 0)))
                        .dataFetcher("broken", env -> {
                            throw new IllegalStateException("secret inside");
                        }))
                .type("Mutation", type -> type.dataFetcher("increment", env -> increments.incrementAndGet()))
                .type("Subscription", type -> type.dataFetcher("told", Subscribed.to(env -> this))
                        .dataFetcher("sure", Subscribed.to(env -> this))
                        .dataFetcher("refused", Subscribed.to(env -> LiveSchema::refuse)))
                .type("Told", type -> type.dataFetcher("text", env -> {
                            if ("bad".equals(env.<String>getArgument("after"))) {
                                throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "Not like this");
                            }
                            rendered.incrementAndGet();
                            return env.getSource();
                        })
                        .dataFetcher("app", env -> RequestContext.of(env).app())
                        .dataFetcher("broken", env -> {
                            throw new IllegalStateException("secret inside");
                        }));
    }

    /** Answers after 300 ms. */
    private static String slow() throws InterruptedException {
        return new Semaphore(0).tryAcquire(300, TimeUnit.MILLISECONDS) ? "never" : "Hello, at last";
    }

    private static Telling refuse(EventListener listener) {
        throw new IllegalStateException("secret inside");
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {}

    @Override
    public Telling tell(EventListener listener) {
        listeners.add(listener);
        begun.incrementAndGet();
        return () -> listeners.remove(listener);
    }

    /** How many listeners have ever been added, those included that were removed since. */
    public int begun() {
        return begun.get();
    }

    /** How many listeners there are now. */
    public int listening() {
        return listeners.size();
    }

    public void tell(String text) {
        Emission emission = new Emission(text, null);
        listeners.forEach(listener -> listener.next(emission));
    }

    public Set<EventListener> listeners() {
        return listeners;
    }
}
