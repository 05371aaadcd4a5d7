package laurel.stream;

import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import laurel.graphql.BatchAnswers;
import laurel.graphql.Binding;
import laurel.graphql.Mutations;
import laurel.score.SubmissionResult;

/** Binds the part of {@code stream.graphqls} that is about analytics feeds. */
@Singleton
public class FeedGraphQL implements Binding {
    private final Feeds feeds;

    FeedGraphQL(Feeds feeds) {
        this.feeds = feeds;
    }

    /** What the schema calls FeedBatch. */
    record FeedBatch(int accepted, int refused, List<Object> results) {}

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations()
                .inputs(
                        "submitFeed",
                        FeedEventInput.class,
                        (request, events) -> BatchAnswers.of(
                                feeds.submit(request.app(), events, List.of(), request.now()),
                                SubmissionResult::told,
                                FeedBatch::new)));
    }
}
