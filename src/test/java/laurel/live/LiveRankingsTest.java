package laurel.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import laurel.database.sql.Sql;
import laurel.participant.Participants;
import laurel.request.EventSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that subscribers of one ranking receive, tick by tick. */
class LiveRankingsTest {
    private final LiveBoard board = new LiveBoard("windowDefinitions: [{kind: DAILY}]");

    @AfterEach
    void close() {
        board.close();
    }

    private String names(List<Long> ids) {
        var found = board.server.bean(Participants.class).byIds(board.server.appId(), ids);
        return ids.stream()
                .map(id -> Objects.requireNonNull(found.get(id)).externalId())
                .collect(Collectors.joining(" "));
    }

    private String text(RankingEvents.TopStandingsEvent change) {
        return (change.baseCursor() == null ? "full " : "")
                + "-" + names(change.removed())
                + " +"
                + names(change.upserted().stream()
                        .map(one -> one.participantId())
                        .toList())
                + " "
                + change.upserted().stream()
                        .map(one -> one.ranks().position() + "")
                        .collect(Collectors.joining(","))
                + " of " + change.state().entryCount();
    }

    private String text(RankingEvents.RanksEvent changes) {
        return (changes.baseCursor() == null ? "full " : "")
                + changes.changes().stream()
                        .map(one -> names(List.of(one.participantId())) + " " + one.reason() + " " + one.previousRank()
                                + ">" + one.rank())
                        .collect(Collectors.joining(", "));
    }

    @Test
    void emitsSnapshotOfTopThenDifferences() {
        var follower = new Follower();
        board.top(follower, 2);
        board.evaluate();
        assertThat(text(follower.top())).isEqualTo("full - +  of 0");

        board.submit("ann", 10);
        board.submit("bob", 20);
        board.evaluate();
        assertThat(text(follower.top())).isEqualTo("- +bob ann 1,2 of 2");

        board.submit("cid", 15);
        board.evaluate();
        assertThat(text(follower.top())).isEqualTo("-ann +cid 2 of 3");

        board.submit("dan", 1);
        board.evaluate();
        assertThat(follower.take()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"REMOVED", "ANONYMOUS"})
    void emitsListWithoutErasedParticipant(String standings) {
        Follower follower = followedAnn();
        eraseAnn(standings);
        board.evaluate();
        RankingEvents.RanksEvent erased = follower.ranks();
        assertThat(erased.baseCursor()).isNotNull();
        assertThat(erased.standings()).isEmpty();
        assertThat(erased.changes()).isEmpty();
        board.submit("bob", 20);
        board.evaluate();
        assertThat(follower.take()).isEmpty();
    }

    @Test
    void emitsSnapshotWithoutErasedParticipantOnceTheSubscriberIsReady() {
        board.submit("ann", 10);
        var slow = new Follower();
        var sent = new CompletableFuture<Void>();
        slow.receiveAfter(sent);
        board.ranks(slow, "ann");
        board.evaluate();
        assertThat(slow.ranks().standings()).hasSize(1);
        board.clock.advance(Duration.ofSeconds(11));
        eraseAnn("REMOVED");
        board.evaluate();
        assertThat(slow.take()).isEmpty();
        sent.complete(null);
        board.evaluate();
        assertThat(slow.ranks().standings()).isEmpty();
    }

    private void eraseAnn(String standings) {
        board.client
                .ask("mutation { eraseParticipant(input: {participant: {external: {externalId: \"ann\"}}, standings: "
                        + standings + "}) { errors { code } } }")
                .text("data", "eraseParticipant");
    }

    @Test
    void emitsListWithoutParticipantThatIsNoLongerFoundThoughNothingMoves() {
        Follower follower = followedAnn();
        board.server
                .bean(Sql.class)
                .of("UPDATE participant SET external_id = 'other' WHERE external_id = 'ann' AND app_id = :app")
                .bind("app", board.server.appId())
                .execute();
        board.markAll();
        board.evaluate();
        assertThat(follower.ranks().standings()).isEmpty();
    }

    /** A follower of ann, which the next evaluation looks up again. */
    private Follower followedAnn() {
        board.submit("ann", 10);
        var follower = new Follower();
        board.ranks(follower, "ann");
        board.evaluate();
        assertThat(follower.ranks().standings()).hasSize(1);
        board.clock.advance(Duration.ofSeconds(11));
        return follower;
    }

    @Test
    void emitsEveryRankChangeOfWatchedParticipants() {
        board.submit("ann", 10);
        board.submit("bob", 20);
        var follower = new Follower();
        board.ranks(follower, "ann", "eve");
        board.evaluate();
        assertThat(text(follower.ranks())).isEqualTo("full ann null null>2");

        board.submit("cid", 15);
        board.evaluate();
        assertThat(text(follower.ranks())).isEqualTo("ann OVERTAKEN 2>3");

        board.submit("eve", 12);
        board.submit("ann", 30);
        board.evaluate();
        assertThat(text(follower.ranks())).isEqualTo("ann OVERTOOK 3>1, eve SUBMITTED null>4");

        board.submit("ann", 31);
        board.evaluate();
        assertThat(text(follower.ranks())).isEqualTo("ann SUBMITTED 1>1");
    }

    private String text(AroundEvent change) {
        return (change.baseCursor() == null ? "full " : "")
                + "-" + names(change.removed())
                + " +"
                + names(change.upserted().stream()
                        .map(one -> one.participantId())
                        .toList())
                + " = "
                + names(change.standings().stream()
                        .map(one -> one.participantId())
                        .toList())
                + (change.start() == null
                        ? ""
                        : " from " + change.start().ranks().position())
                + " of "
                + change.state().entryCount();
    }

    private EventSource.Subscription around(Follower follower, String name, @Nullable String after) {
        var participant = LiveBoard.ranks(name).participants().getFirst();
        return board.follow(follower, new Interest.Around(participant, 1, 1, false), after, LiveBoard.daily());
    }

    @Test
    void emitsNeighboursOnceParticipantHasEntry() {
        board.submit("bob", 20);
        var follower = new Follower();
        around(follower, "ann", null);
        board.evaluate();
        assertThat(text(follower.around())).isEqualTo("full - + =  of 1");

        board.submit("cid", 15);
        board.evaluate();
        assertThat(follower.take()).isEmpty();

        board.submit("ann", 10);
        board.evaluate();
        assertThat(text(follower.around())).isEqualTo("- +cid ann = cid ann from 2 of 3");

        board.submit("ann", 30);
        board.evaluate();
        assertThat(text(follower.around())).isEqualTo("-cid +ann bob = ann bob from 1 of 3");
    }

    @Test
    void emitsNeighboursOnlyIfTheyOrTheirPlacesChange() {
        for (int n = 1; n <= 9; n++) {
            board.submit("p" + n, 100 - n);
        }
        var follower = new Follower();
        around(follower, "p5", null);
        board.evaluate();
        assertThat(text(follower.around())).isEqualTo("full - +p4 p5 p6 = p4 p5 p6 from 4 of 9");

        board.submit("p9", 92);
        board.submit("p1", 98);
        board.evaluate();
        assertThat(follower.take()).isEmpty();

        board.submit("p9", 200);
        board.evaluate();
        assertThat(text(follower.around())).isEqualTo("- + = p4 p5 p6 from 5 of 9");

        board.submit("p4", 1);
        board.evaluate();
        assertThat(text(follower.around())).isEqualTo("-p4 +p3 = p3 p5 p6 from 4 of 9");
    }

    /** A move elsewhere changes no row, but the resuming subscriber gets the new position of the rows that it has. */
    @Test
    void resumesNeighboursWithTheirChanges() {
        for (int n = 1; n <= 9; n++) {
            board.submit("p" + n, 100 - n);
        }
        var follower = new Follower();
        EventSource.Subscription subscription = around(follower, "p5", null);
        board.evaluate();
        String first = follower.around().cursor();
        subscription.close();

        board.submit("p9", 200);
        subscription = around(follower, "p5", first);
        board.evaluate();
        AroundEvent shifted = follower.around();
        assertThat(text(shifted)).isEqualTo("- + = p4 p5 p6 from 5 of 9");
        assertThat(shifted.baseCursor()).isEqualTo(first);
        subscription.close();

        board.submit("p5", 300);
        board.submit("p2", 5);
        subscription = around(follower, "p5", shifted.cursor());
        board.evaluate();
        AroundEvent moved = follower.around();
        assertThat(text(moved)).isEqualTo("-p4 p6 +p5 p9 = p5 p9 from 1 of 9");
        subscription.close();

        around(follower, "p5", moved.cursor());
        board.evaluate();
        assertThat(follower.take()).isEmpty();
    }

    @Test
    void startsResumedNeighboursWithSnapshotAfterManyMoves() {
        for (int n = 1; n <= 9; n++) {
            board.submit("p" + n, 100 - n);
        }
        var follower = new Follower();
        EventSource.Subscription subscription = around(follower, "p5", null);
        board.evaluate();
        String cursor = follower.around().cursor();
        subscription.close();
        for (int n = 0; n < 101; n++) {
            board.submit("q" + n, 1);
        }
        around(follower, "p5", cursor);
        board.evaluate();
        assertThat(text(follower.around())).isEqualTo("full - +p4 p5 p6 = p4 p5 p6 from 4 of 110");
    }
}
