package laurel.scoring;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import laurel.activity.burst.BurstRule;
import laurel.leaderboard.IsoDuration;
import laurel.scoring.policy.Counter;
import laurel.scoring.policy.CounterAggregation;
import laurel.scoring.policy.EventRoleFilter;
import laurel.scoring.policy.LateActivity;
import laurel.scoring.policy.Multiplier;
import laurel.scoring.policy.Pillar;
import laurel.scoring.policy.ScoreTerm;
import laurel.scoring.policy.ScoringRules;
import org.jspecify.annotations.Nullable;

/** Rules of the built-in social policy: invitations, friends, messages, rooms and games. */
final class SocialPolicy {
    static final String STREAK = "daily";

    static final List<Counter> COUNTERS = List.of(
            events("invites_accepted", EventRoleFilter.ACTOR, "invite.accepted"),
            events("friends_new", EventRoleFilter.PARTIES, "friendship.accepted"),
            events("dm_sent", EventRoleFilter.ACTOR, "dm.sent"),
            events("room_sent", EventRoleFilter.ACTOR, "room.message"),
            events("acts_played", EventRoleFilter.PARTIES, "game.ended"),
            events("acts_won", EventRoleFilter.WINNER, "game.ended"),
            events("rooms_joined", EventRoleFilter.ACTOR, "room.joined"),
            events("rooms_created", EventRoleFilter.ACTOR, "room.created"),
            peers("uniq_senders", "dm.sent"),
            peers("uniq_invite_accept_from", "invite.accepted"));

    /** Messages. */
    private static final BurstRule BURST = new BurstRule(
            List.of("dm.sent", "room.message"), BigDecimal.valueOf(5), IsoDuration.of(Duration.ofSeconds(10)));

    private SocialPolicy() {}

    /** @param leaderboardKey returns the key of a pillar's leaderboard, given the pillar's name */
    static ScoringRules rules(UnaryOperator<String> leaderboardKey) {
        return new ScoringRules(
                COUNTERS,
                List.of(
                        social(leaderboardKey),
                        engagement(leaderboardKey),
                        popularity(leaderboardKey),
                        overall(leaderboardKey)),
                Map.of(),
                BURST,
                null,
                LateActivity.CORRECT);
    }

    private static Pillar social(UnaryOperator<String> leaderboardKey) {
        return pillar(
                "social",
                leaderboardKey,
                term("3", "invites_accepted", null),
                term("5", "friends_new", null),
                term("0.3", "dm_sent", "60"),
                term("0.15", "room_sent", "80"));
    }

    private static Pillar engagement(UnaryOperator<String> leaderboardKey) {
        return pillar(
                "engagement",
                leaderboardKey,
                term("2", "acts_played", null),
                term("3", "acts_won", null),
                term("1", "rooms_joined", "6"),
                term("2", "rooms_created", "2"));
    }

    private static Pillar popularity(UnaryOperator<String> leaderboardKey) {
        return pillar(
                "popularity",
                leaderboardKey,
                term("1", "uniq_senders", "20"),
                term("2", "uniq_invite_accept_from", "10"));
    }

    private static Pillar overall(UnaryOperator<String> leaderboardKey) {
        List<ScoreTerm> pillars =
                List.of(term("1", "social", null), term("1", "engagement", null), term("1", "popularity", null));
        var multiplier = new Multiplier(STREAK, 1, 30, BigDecimal.ONE, new BigDecimal("1.5"));
        return new Pillar("overall", pillars, multiplier, leaderboardKey.apply("overall"));
    }

    private static Pillar pillar(String name, UnaryOperator<String> leaderboardKey, ScoreTerm... terms) {
        return new Pillar(name, List.of(terms), null, leaderboardKey.apply(name));
    }

    private static ScoreTerm term(String weight, String source, @Nullable String cap) {
        return new ScoreTerm(source, new BigDecimal(weight), cap == null ? null : new BigDecimal(cap));
    }

    private static Counter events(String name, EventRoleFilter role, String eventType) {
        return new Counter(name, List.of(eventType), role, CounterAggregation.EVENTS);
    }

    private static Counter peers(String name, String eventType) {
        return new Counter(name, List.of(eventType), EventRoleFilter.PEER, CounterAggregation.PEERS);
    }
}
