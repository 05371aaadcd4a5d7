package laurel.ingest.graphql;

import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import laurel.graphql.BatchResults;
import laurel.graphql.Binding;
import laurel.graphql.Mutations;
import laurel.ingest.feed.FeedEventInput;
import laurel.ingest.feed.Feeds;
import laurel.score.submission.SubmissionResult;

/** Binds the part of {@code ingest.graphqls} that is about analytics feeds. */
@Singleton
public class FeedGraphQL implements Binding {
    private static final String ITEMS = "items";

    private final Feeds feeds;

    FeedGraphQL(Feeds feeds) {
        this.feeds = feeds;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations()
                .input(
                        "submitFeedEvents",
                        (request, input) -> BatchResults.of(
                                feeds.submit(
                                        request.app(),
                                        input.objects(ITEMS, FeedEventInput.class),
                                        List.of(),
                                        request.now()),
                                SubmissionResult::payload,
                                ITEMS)));
    }
}
