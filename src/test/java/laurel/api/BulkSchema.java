package laurel.api;

import static java.util.Objects.requireNonNull;

import graphql.schema.idl.RuntimeWiring;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import laurel.graphql.Binding;
import laurel.graphql.RequestContext;
import org.dataloader.DataLoader;
import org.dataloader.DataLoaderFactory;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** A schema with large, invalid and slow results. */
public final class BulkSchema implements Binding {
    public static final String SDL = """
            type Query {
              hello: String items(count: Int!): [Item!] escaped(size: Int!): String stubborn: String lost: String
            }
            type Item {
              text(size: Int = 10): String! hold: String failing: String failingToo: String! nothing: Int! number: Float
              absent: [String]
            }
            """;

    /** Number of created fields. */
    public final AtomicInteger made = new AtomicInteger();
    /** Number of requests that wait in the middle of their response. */
    public final Semaphore holding = new Semaphore(0);
    /** Continues the waiting requests. */
    public final CountDownLatch released = new CountDownLatch(1);

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("hello", env -> "Hello")
                        .dataFetcher("items", env -> IntStream.range(0, env.<Integer>getArgumentOrDefault("count", 0))
                                .boxed()
                                .toList())
                        .dataFetcher("escaped", env -> "\u0001".repeat(env.<Integer>getArgumentOrDefault("size", 0)))
                        .dataFetcher("stubborn", env -> stubborn())
                        .dataFetcher("lost", env -> lost()))
                .type("Item", type -> type.dataFetcher("text", env -> {
                            made.incrementAndGet();
                            return "x".repeat(env.<Integer>getArgumentOrDefault("size", 0));
                        })
                        .dataFetcher("hold", env -> {
                            holding.release();
                            released.await();
                            return "held";
                        })
                        .dataFetcher("failing", env -> load(env.getDataLoader("failing"), env.getSource()))
                        .dataFetcher("failingToo", env -> load(env.getDataLoader("failing"), env.getSource()))
                        .dataFetcher("number", env -> 1.2345678901234567E-200)
                        .dataFetcher("absent", env -> Arrays.asList(null, null, "\"\\\n"))
                        .dataFetcher("nothing", env -> null));
    }

    private static CompletableFuture<String> load(@Nullable DataLoader<Integer, String> loader, @Nullable Integer key) {
        return requireNonNull(loader).load(requireNonNull(key));
    }

    /** Waits, and ignores interrupts. */
    private String stubborn() {
        boolean interrupted = false;
        while (released.getCount() > 0) {
            try {
                released.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        return interrupted ? "late" : "in time";
    }

    /** A future that never completes, even if the thread is interrupted. */
    private CompletableFuture<String> lost() {
        try {
            released.await();
        } catch (InterruptedException e) {
            return new CompletableFuture<>();
        }
        return CompletableFuture.completedFuture("found");
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        loaders.register("failing", DataLoaderFactory.<Integer, String>newDataLoader(keys -> failed(keys)));
    }

    private static CompletableFuture<List<String>> failed(List<Integer> keys) {
        throw new IllegalStateException("secret inside, " + keys.size());
    }
}
