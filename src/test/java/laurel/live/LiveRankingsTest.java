package laurel.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import laurel.participant.Participants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
}
