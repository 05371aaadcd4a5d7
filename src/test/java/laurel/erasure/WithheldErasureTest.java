package laurel.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.sql.PreparedStatement;
import java.util.concurrent.atomic.AtomicBoolean;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import laurel.database.sql.StatementWatcher;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Participants whose entries are withheld when they are erased. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class WithheldErasureTest {
    @Inject
    LaurelServer server;

    private ErasureClient client;

    @BeforeEach
    void start() {
        client = new ErasureClient(server);
        client.change("createLeaderboard(input: {key: \"race\", windowDefinitions: [{kind: ALL_TIME}]})");
        client.submit("ann", 9);
        client.submit("ben", 5);
        client.submit("cho", 3);
    }

    /** A ban of the whole app has ended, and its entries have not followed yet. */
    @Test
    void keepsAnonymousStandingsAfterBanHasEnded() {
        client.change("banParticipant(input: {participant: {external: {externalId: \"ann\"}}})");
        endRestrictions();
        client.erase("ann", ErasedStandings.ANONYMOUS);
        assertThat(client.standings("race", "ALL-TIME")).containsExactly("1 - 9", "2 ben 5", "3 cho 3");
    }

    /** The ban ends after the erasure has locked the leaderboards, and before it locks the participant. */
    @Test
    void keepsAnonymousStandingsIfBanEndsBetweenLocks() {
        client.change("banParticipant(input: {participant: {external: {externalId: \"ann\"}}})");
        var ended = new AtomicBoolean();
        Sql sql = server.bean(Sql.class);
        sql.watch(new StatementWatcher() {
            @Override
            public void beforeExecution(Statement statement, PreparedStatement prepared) {
                if (statement.text().endsWith("erased_at IS NULL FOR UPDATE") && ended.compareAndSet(false, true)) {
                    endRestrictions();
                }
            }
        });
        try {
            client.erase("ann", ErasedStandings.ANONYMOUS);
        } finally {
            sql.watch(StatementWatcher.NONE);
        }
        assertThat(ended).isTrue();
        assertThat(client.standings("race", "ALL-TIME")).containsExactly("1 - 9", "2 ben 5", "3 cho 3");
    }

    private void endRestrictions() {
        Sql sql = server.database().sql();
        sql.useTransaction(() -> {
            sql.execute("UPDATE participant_restriction SET ended_at = created_at WHERE app_id = " + server.appId());
            sql.execute("INSERT INTO restriction_task (app_id, participant_id, leaderboard_id)"
                    + " SELECT app_id, participant_id, 0 FROM participant_restriction WHERE app_id = "
                    + server.appId());
        });
    }
}
