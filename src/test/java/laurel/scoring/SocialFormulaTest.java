package laurel.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.activity.DailyTally;
import laurel.activity.DailyTally.TallyLine;
import laurel.activity.EventRole;
import laurel.activity.ParticipantDay;
import laurel.scoring.policy.DayScorer;
import laurel.scoring.policy.PillarScore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each term of the social policy's formulas, below, at and above its cap. */
class SocialFormulaTest {
    private static final Map<String, Integer> DECIMALS =
            Map.of("social", 2, "engagement", 0, "popularity", 0, "overall", 9);

    private static final DayScorer SOCIAL = new DayScorer(1, SocialPolicy.rules(name -> name), DECIMALS);

    @ParameterizedTest(name = "{3} {0} as {1}, of {2} peers: {4} {5}")
    @CsvSource(textBlock = """
            # type,            role,   peers, events, pillar,     score
            invite.accepted,     ACTOR,  1,  0, social,     0.00
            invite.accepted,     ACTOR,  1,  1, social,     3.00
            invite.accepted,     ACTOR,  7, 70, social,     210.00
            invite.accepted,     PEER,   1,  1, social,     0.00
            friendship.accepted, ACTOR,  1,  1, social,     5.00
            friendship.accepted, PEER,   1,  2, social,     10.00
            dm.sent,             ACTOR,  1,  1, social,     0.30
            dm.sent,             ACTOR,  1, 59, social,     17.70
            dm.sent,             ACTOR,  1, 60, social,     18.00
            dm.sent,             ACTOR,  1, 61, social,     18.00
            dm.sent,             PEER,   1,  1, social,     0.00
            room.message,        ACTOR,  0,  1, social,     0.15
            room.message,        ACTOR,  0, 79, social,     11.85
            room.message,        ACTOR,  0, 80, social,     12.00
            room.message,        ACTOR,  0, 81, social,     12.00
            game.ended,          ACTOR,  1,  1, engagement, 2
            game.ended,          PEER,   1,  9, engagement, 18
            game.ended,          WINNER, 1,  1, engagement, 3
            game.ended,          WINNER, 1, 50, engagement, 150
            room.joined,         ACTOR,  0,  5, engagement, 5
            room.joined,         ACTOR,  0,  6, engagement, 6
            room.joined,         ACTOR,  0,  7, engagement, 6
            room.created,        ACTOR,  0,  1, engagement, 2
            room.created,        ACTOR,  0,  2, engagement, 4
            room.created,        ACTOR,  0,  3, engagement, 4
            dm.sent,             PEER,  19, 99, popularity, 19
            dm.sent,             PEER,  20, 99, popularity, 20
            dm.sent,             PEER,  21, 99, popularity, 20
            dm.sent,             ACTOR, 21, 99, popularity, 0
            invite.accepted,     PEER,   9, 99, popularity, 18
            invite.accepted,     PEER,  10, 99, popularity, 20
            invite.accepted,     PEER,  11, 99, popularity, 20
            heartbeat,           ACTOR,  0, 99, overall,    0.000000000
            """)
    void scoresEachTerm(String type, EventRole role, int peers, int events, String pillar, BigDecimal score) {
        assertThat(SOCIAL.scores(day(line(type, role, events, peers)), Map.of("daily", 1)))
                .containsEntry(pillar, score);
    }

    @Test
    void addsAllTerms() {
        DailyTally day = day(
                line("invite.accepted", EventRole.ACTOR, 2, 2),
                line("invite.accepted", EventRole.PEER, 3, 3),
                line("friendship.accepted", EventRole.ACTOR, 1, 1),
                line("friendship.accepted", EventRole.PEER, 1, 1),
                line("dm.sent", EventRole.ACTOR, 61, 4),
                line("dm.sent", EventRole.PEER, 30, 21),
                line("room.message", EventRole.ACTOR, 7, 0),
                line("game.ended", EventRole.ACTOR, 1, 1),
                line("game.ended", EventRole.PEER, 2, 2),
                line("game.ended", EventRole.WINNER, 1, 1),
                line("room.joined", EventRole.ACTOR, 9, 0),
                line("room.created", EventRole.ACTOR, 3, 0),
                line("heartbeat", EventRole.ACTOR, 500, 0));

        assertThat(SOCIAL.scores(day, Map.of("daily", 15)))
                .isEqualTo(Map.of(
                        "social", new BigDecimal("35.05"),
                        "engagement", new BigDecimal("19"),
                        "popularity", new BigDecimal("26"),
                        // 80.05 * 36 / 29
                        "overall", new BigDecimal("99.372413793")));
    }

    @ParameterizedTest(name = "a streak of {0}: {1}")
    @CsvSource({
        "0, 1.000000000, 100.000000000",
        "1, 1.000000000, 100.000000000",
        "2, 1.017241379, 101.724137931",
        "15, 1.241379310, 124.137931034",
        "29, 1.482758621, 148.275862069",
        "30, 1.500000000, 150.000000000",
        "31, 1.500000000, 150.000000000"
    })
    void multipliesOverallScoreByStreak(int length, BigDecimal multiplier, BigDecimal overall) {
        List<PillarScore> scored =
                SOCIAL.pillarScores(day(line("game.ended", EventRole.ACTOR, 50, 1)), Map.of("daily", length));

        assertThat(scored.getLast().name()).isEqualTo("overall");
        assertThat(scored.getLast().multiplier()).isEqualTo(multiplier);
        assertThat(scored.getLast().streakLength()).isEqualTo(length);
        assertThat(scored.getLast().score()).isEqualTo(overall);
    }

    @Test
    void roundsEachPillarOnceHalfUp() {
        // 0.15 is rounded to 0.2 for social; overall uses the exact value: 0.15 * 36 / 29 = 0.186206...
        DailyTally day = day(line("room.message", EventRole.ACTOR, 1, 0));
        var twoDecimals = new DayScorer(1, SOCIAL.rules(), Map.of("social", 1, "overall", 2));

        assertThat(twoDecimals.scores(day, Map.of("daily", 15)))
                .containsEntry("social", new BigDecimal("0.2"))
                .containsEntry("overall", new BigDecimal("0.19"));
    }

    private static TallyLine line(String type, EventRole role, int events, int peers) {
        return new TallyLine(type, role, events, BigDecimal.ZERO, peers);
    }

    private static DailyTally day(TallyLine... lines) {
        return new DailyTally(new ParticipantDay(1, 1, LocalDate.of(2025, 7, 13)), new ArrayList<>(List.of(lines)));
    }
}
