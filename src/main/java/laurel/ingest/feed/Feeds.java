package laurel.ingest.feed;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.request.Limits;
import laurel.request.Refusal;
import laurel.request.RefusedException;
import laurel.score.submission.ChangeFilter;
import laurel.score.submission.ScoreSubmissionInput;
import laurel.score.submission.Scores;
import laurel.score.submission.SubmissionResult;
import laurel.score.submission.SubmissionResult.RefusedSubmission;

/** Submits the score and rating events of an analytics feed, which need not know the keys of leaderboards. */
@Singleton
public class Feeds {
    /** Fields of submissions that have another name in feed events. */
    private static final Map<String, String> NAMES =
            Map.of("idempotencyKey", "externalId", "leaderboard", "leaderboardKey");

    private final FeedLeaderboardRepository repository;
    private final Leaderboards leaderboards;
    private final Scores scores;
    private final int maxBatch;

    Feeds(
            FeedLeaderboardRepository repository,
            Leaderboards leaderboards,
            Scores scores,
            @Value("${laurel.limits.batch-size:1000}") int maxBatch) {
        this.repository = repository;
        this.leaderboards = leaderboards;
        this.scores = scores;
        this.maxBatch = maxBatch;
    }

    /**
     * Submits the scores of events, and returns the results in the same order. Refuses the batch as {@link
     * Scores#submit} does. Refuses an event with LEADERBOARD_NOT_FOUND, AMBIGUOUS_LEADERBOARD, NOT_FOR_RATINGS, or as
     * a submission.
     *
     * @param ranked the changes whose ranks are returned
     */
    public List<SubmissionResult> submit(
            int app, List<FeedEventInput> events, Collection<ChangeFilter> ranked, Instant now) {
        Limits.batch(events, maxBatch, "events");
        FeedLeaderboards boards = boards(app, events);
        List<Object> found = events.stream().map(event -> found(event, boards)).toList();
        List<ScoreSubmissionInput> submissions = found.stream()
                .filter(ScoreSubmissionInput.class::isInstance)
                .map(ScoreSubmissionInput.class::cast)
                .toList();
        Iterator<SubmissionResult> submitted = submissions.isEmpty()
                ? List.<SubmissionResult>of().iterator()
                : scores.submit(app, submissions, ranked, now).iterator();
        List<SubmissionResult> results = new ArrayList<>();
        found.forEach(
                one -> results.add(one instanceof RefusedSubmission refused ? refused : inFeed(submitted.next())));
        return results;
    }

    /** Replaces the names of fields of submissions by those of feed events. */
    private static SubmissionResult inFeed(SubmissionResult result) {
        if (!(result instanceof RefusedSubmission refused)
                || refused.refusal().path().isEmpty()) {
            return result;
        }
        Refusal refusal = refused.refusal();
        List<String> path = new ArrayList<>(refusal.path());
        path.set(0, NAMES.getOrDefault(path.getFirst(), path.getFirst()));
        return new RefusedSubmission(new Refusal(refusal.code(), refusal.message(), path, refusal.detail()));
    }

    private FeedLeaderboards boards(int app, List<FeedEventInput> events) {
        Set<String> scoreTypes = FeedLeaderboards.types(events, FeedKind.SCORE);
        Set<String> ratingTypes = FeedLeaderboards.types(events, FeedKind.RATING);
        List<FeedLeaderboardRepository.FeedBoard> byType = repository.byTypes(app, scoreTypes, ratingTypes);
        Set<String> rated = new HashSet<>();
        byType.stream().filter(board -> board.kind() == FeedKind.RATING).forEach(board -> rated.add(board.key()));
        for (FeedEventInput event : events) {
            String key = event.leaderboardKey();
            if (event.feedKind() == FeedKind.RATING && key != null) {
                rated.add(key);
            }
        }
        Map<String, Leaderboard> known = rated.isEmpty() ? Map.of() : leaderboards.byKeys(app, rated);
        return new FeedLeaderboards(byType, known);
    }

    /** The submission of an event, or its refusal. */
    private static Object found(FeedEventInput event, FeedLeaderboards boards) {
        try {
            return new ScoreSubmissionInput(
                    boards.keyOf(event),
                    event.participant(),
                    event.score(),
                    0,
                    event.group(),
                    event.achievedAt(),
                    null,
                    event.externalId());
        } catch (RefusedException e) {
            return new RefusedSubmission(e.refusal());
        }
    }
}
