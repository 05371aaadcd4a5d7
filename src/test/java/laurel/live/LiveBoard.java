package laurel.live;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.signal.Signal;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.graphql.Input;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.graphql.GroupArgument;
import laurel.participant.ExternalParticipantId;
import laurel.participant.Participant;
import laurel.participant.ParticipantRef;
import laurel.participant.Participants;
import laurel.request.EventSource;
import laurel.window.graphql.WindowSelectorInput;
import org.jspecify.annotations.Nullable;

/** A leaderboard with followed rankings, evaluated when a test calls {@link #evaluate}. */
final class LiveBoard implements AutoCloseable {
    static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");

    private static final String STANDING = """
            SELECT e.participant_id AS participant, e.sort_key, e.submission_id AS submission,
                   rank() OVER (ORDER BY e.sort_key, e.subscore_key) AS rank
            FROM entry AS e JOIN ranking AS r ON r.id = e.ranking_id JOIN leaderboard_window AS w ON w.id = r.window_id
            WHERE w.leaderboard_id = :board AND w.definition = :definition AND r.group_values = :group
              AND w.starts_at IS NOT DISTINCT FROM :startsAt::timestamptz
            ORDER BY e.sort_key, e.subscore_key, e.tie_key, e.id_key
            """;

    final TickingClock clock;
    final LaurelServer server;
    final GraphQLClient client;
    final LiveRankings live;

    LiveBoard(String definition) {
        this(definition, LaurelServer::shared);
    }

    LiveBoard(String definition, Function<Clock, LaurelServer> start) {
        this(definition, new TickingClock(NOON), start);
    }

    /** @param start the service with the time of the clock, in a new app */
    LiveBoard(String definition, TickingClock clock, Function<Clock, LaurelServer> start) {
        this.clock = clock;
        server = start.apply(clock);
        client = server.client();
        live = new LiveRankings(server.bean(Evaluation.class), server.bean(Signals.class), clock, Duration.ofHours(1));
        client.ask("mutation { createLeaderboard(input: {key: \"board\", updateMode: REPLACE, " + definition
                        + "}) { leaderboard { id } errors { message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    Leaderboard board() {
        return server.bean(Leaderboards.class).byKey(server.appId(), "board").orElseThrow();
    }

    FollowedRanking followed(Map<String, Object> arguments) {
        Input ranking = new Input(arguments);
        return new FollowedRanking(
                board().id(),
                WindowSelectorInput.read(server.request(), board(), "ranking.window", ranking.optionalObject("window")),
                GroupArgument.ranked(ranking, board()));
    }

    static Map<String, Object> daily() {
        return current("daily");
    }

    /** The current window of a definition. */
    static Map<String, Object> current(String definitionKey) {
        return Map.of("window", Map.of("relative", Map.of("definitionKey", definitionKey)));
    }

    static Map<String, Object> named(String window) {
        return Map.of("window", Map.of("name", Map.of("name", window)));
    }

    EventSource.Subscription follow(
            Follower follower, Interest interest, @Nullable String after, Map<String, Object> arguments) {
        FollowedRanking followed = followed(arguments);
        String list = interest.name() + ":" + followed.name();
        return live.source(followed, interest, after == null ? null : LiveCursor.parse(after, list), true)
                .subscribe(follower);
    }

    EventSource.Subscription top(Follower follower, int first) {
        return follow(follower, new Interest.Top(first), null, daily());
    }

    EventSource.Subscription ranks(Follower follower, String... participants) {
        return follow(follower, ranks(participants), null, daily());
    }

    static Interest.Ranks ranks(String... participants) {
        return new Interest.Ranks(
                List.of(participants).stream()
                        .map(one -> ParticipantRef.of(new ExternalParticipantId("ACCOUNT", one)))
                        .toList(),
                false);
    }

    /** Returns the id of the submission. */
    String submit(String participant, int score) {
        return submit(participant, score, "{}");
    }

    String submit(String participant, int score, String group) {
        return client.ask("""
                        mutation { submitScore(input: {leaderboardKey: "board", participant: {externalId: "%s"}, score: %d,
                                                       group: %s}) {
                          receipt { submission { id } } errors { message } } }
                        """.formatted(participant, score, group))
                .text("data", "submitScore", "receipt", "submission", "id");
    }

    /** The ids of the participants that exist. */
    Collection<Long> ids(Set<String> names) {
        return server
                .bean(Participants.class)
                .byRefs(
                        server.appId(),
                        names.stream()
                                .map(one -> new ExternalParticipantId("ACCOUNT", one))
                                .toList())
                .values()
                .stream()
                .map(Participant::id)
                .toList();
    }

    /** A whole ranking, best first, by window functions. */
    List<LiveClient.ListedEntry> standing(Map<String, Object> arguments) {
        FollowedRanking followed = followed(arguments);
        Object startsAt = WindowResolution.of(followed, board(), clock.instant())
                .key()
                .map(key -> key.bounds().startsAt())
                .orElse(null);
        return server.database()
                .sql()
                .of(STANDING)
                .bind("board", board().id())
                .bind("definition", requireNonNull(followed.window().relative()).definitionKey())
                .bind("group", followed.group())
                .bind("startsAt", startsAt)
                .list(LiveClient.ListedEntry.class);
    }

    /** Signals that anything may have changed. */
    void markAll() {
        server.bean(Sql.class).useTransaction(() -> server.bean(Signals.class)
                .afterCommit(List.of(new Signal(Signal.Topic.ANYTHING, 0))));
    }

    void evaluate() {
        live.evaluate(clock.instant());
    }

    /** Evaluates after the wait of a failed ranking. */
    void evaluateLater() {
        live.evaluate(clock.instant().plus(LiveRanking.RETRY));
    }

    @Override
    public void close() {
        live.stop();
        server.close();
    }
}
