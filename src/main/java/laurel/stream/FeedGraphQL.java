package laurel.stream;

import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import laurel.graphql.BatchAnswers;
import laurel.graphql.Binding;
import laurel.graphql.Input;
import laurel.graphql.Mutations;
import laurel.graphql.RequestContext;
import laurel.leaderboard.LeaderboardGraphQL;
import laurel.participant.ParticipantGraphQL;
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
        wiring.type(new Mutations().inputs("submitFeed", this::submit));
    }

    private Object submit(RequestContext request, List<Input> inputs) {
        List<FeedEventInput> events = inputs.stream().map(FeedGraphQL::event).toList();
        return BatchAnswers.of(
                feeds.submit(request.app(), events, List.of(), request.now()), SubmissionResult::told, FeedBatch::new);
    }

    private static FeedEventInput event(Input input) {
        return new FeedEventInput(
                input.string("id"),
                input.constant(FeedKind.class, "kind"),
                input.optionalString("leaderboard"),
                input.optionalString("type"),
                ParticipantGraphQL.profile(input.object("participant")),
                input.string("score"),
                LeaderboardGraphQL.groupValues(input, "group"),
                input.optionalMoment("at"));
    }
}
