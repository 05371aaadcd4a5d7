package laurel.ingest.graphql;

import graphql.schema.idl.RuntimeWiring;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.util.List;
import laurel.graphql.BatchResults;
import laurel.graphql.Binding;
import laurel.graphql.Input;
import laurel.graphql.Mutations;
import laurel.graphql.RequestContext;
import laurel.ingest.feed.FeedEventInput;
import laurel.ingest.feed.Feeds;
import laurel.request.Limits;
import laurel.score.graphql.ScoreItems;
import laurel.score.submission.SubmissionResult;

/** Binds the part of {@code ingest.graphqls} that is about analytics feeds. */
@Singleton
public class FeedGraphQL implements Binding {
    private static final String ITEMS = "items";

    private final Feeds feeds;
    private final int maxBatch;

    FeedGraphQL(Feeds feeds, @Value("${laurel.limits.batch-size:1000}") int maxBatch) {
        this.feeds = feeds;
        this.maxBatch = maxBatch;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations().ofFacts().input("submitFeedEvents", this::submit));
    }

    private Object submit(RequestContext request, Input input) {
        List<Input> items = input.objects(ITEMS);
        Limits.batch(items, maxBatch, "events");
        List<SubmissionResult> results = ScoreItems.submit(
                items, FeedEventInput.class, events -> feeds.submit(request.app(), events, List.of(), request.now()));
        return BatchResults.of(results, SubmissionResult::payload, ITEMS);
    }
}
