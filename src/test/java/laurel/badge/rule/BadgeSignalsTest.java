package laurel.badge.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.inject.Inject;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.badge.BadgeClient;
import laurel.badge.BadgePositionRepository;
import laurel.change.LeaderboardSignals.Scope;
import laurel.database.FailedTransaction;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Badges are awarded by a worker that receives no signals. */
@LaurelTest
class BadgeSignalsTest {
    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private BadgeClient badges;
    private BadgeWorker worker;

    @BeforeEach
    void createBadge() {
        badges = new BadgeClient(server);
        badges.createLeaderboard("arena", "");
        badges.createBadge(
                "ten", "score: {leaderboardKey: \"arena\", windowDefinitionKey: \"all-time\", minScore: 10}", "");
        worker = new BadgeWorker(
                server.bean(Sql.class),
                server.bean(BadgePositionRepository.class),
                server.bean(FinalRankRules.class),
                server.bean(ScoreRules.class),
                clock,
                server.bean(Signals.class),
                new SimpleMeterRegistry());
        worker.stop();
    }

    @Test
    void awardsInTheRunAfterACheck() {
        worker.run();
        badges.submit("arena", "ann", 10);
        worker.run();
        worker.check();
        assertThat(badges.holders("ten")).isEmpty();
        worker.run();
        assertThat(badges.holders("ten")).containsExactly("ann ALL-TIME");
    }

    /** A transaction examines 100 changes. */
    @Test
    void awardsBadgesOfOtherLeaderboardsBeforeOneHasNoMoreChanges() {
        badges.createLeaderboard("quiet", "");
        badges.createBadge(
                "one", "score: {leaderboardKey: \"quiet\", windowDefinitionKey: \"all-time\", minScore: 1}", "");
        worker.run();
        for (int n = 0; n <= 100; n++) {
            badges.submit("arena", "p" + n, n == 100 ? 10 : 1);
        }
        badges.submit("quiet", "bob", 1);
        worker.award(Scope.ALL, clock.instant(), 1);
        assertThat(badges.holders("one")).containsExactly("bob ALL-TIME");
        assertThat(badges.holders("ten")).isEmpty();
        worker.run();
        assertThat(badges.holders("ten")).containsExactly("p100 ALL-TIME");
    }

    @Test
    void awardsInTheRunAfterOneThatFails() {
        badges.submit("arena", "ann", 10);
        assertThatThrownBy(() -> FailedTransaction.run(server.bean(Sql.class), worker::run))
                .isInstanceOf(RuntimeException.class);
        assertThat(badges.holders("ten")).isEmpty();
        worker.run();
        assertThat(badges.holders("ten")).containsExactly("ann ALL-TIME");
    }
}
