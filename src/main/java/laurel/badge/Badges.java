package laurel.badge;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.outbox.Outbox;
import laurel.participant.ExternalParticipantId;
import laurel.participant.Participants;
import laurel.participant.Profile;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import laurel.refusal.Text;
import org.jspecify.annotations.Nullable;

/** Defines and finds badges, awards them by somebody's word, and takes them away. */
@Singleton
public class Badges {
    private static final int MAX_PERIOD = 64;

    private final Sql sql;
    private final BadgeRepository repository;
    private final AwardRepository awarded;
    private final Awards awards;
    private final PositionRepository positions;
    private final RuleCheck rules;
    private final Leaderboards leaderboards;
    private final Participants participants;
    private final Outbox outbox;
    private final int most;

    /** @param most badges of one app */
    Badges(
            Sql sql,
            BadgeRepository repository,
            AwardRepository awarded,
            Awards awards,
            PositionRepository positions,
            RuleCheck rules,
            Leaderboards leaderboards,
            Participants participants,
            Outbox outbox,
            @Value("${laurel.limits.badges:200}") int most) {
        this.sql = sql;
        this.repository = repository;
        this.awarded = awarded;
        this.awards = awards;
        this.positions = positions;
        this.rules = rules;
        this.leaderboards = leaderboards;
        this.participants = participants;
        this.outbox = outbox;
        this.most = most;
    }

    /**
     * Makes a badge, which is earned by what comes from now on; or changes what the one of this key is called and whether
     * it is awarded. Refuses as {@link RuleCheck} does, then INVALID_BADGE. What it says has been checked by itself.
     */
    Badge define(int app, BadgeDefinition definition, Instant now) {
        return define(app, List.of(definition), true, now).getFirst();
    }

    /** The same of several, all or none; of those that are there nothing changes. */
    List<Badge> adopt(int app, List<BadgeDefinition> definitions, Instant now) {
        return define(app, definitions, false, now);
    }

    private List<Badge> define(int app, List<BadgeDefinition> definitions, boolean anew, Instant now) {
        return sql.inTransaction(() -> {
            repository.lock(app);
            int number = repository.count(app);
            List<String> keys = definitions.stream().map(BadgeDefinition::key).toList();
            Map<String, Badge> before =
                    repository.byKeys(app, keys).stream().collect(Collectors.toMap(Badge::key, Function.identity()));
            if (number + definitions.size() - before.size() > most) {
                throw new RefusedException(ErrorCode.INVALID_BADGE, "An app has at most " + most + " badges.", "key");
            }
            return definitions.stream()
                    .map(one -> define(app, one, before.get(one.key()), anew, now))
                    .toList();
        });
    }

    private Badge define(int app, BadgeDefinition definition, @Nullable Badge before, boolean anew, Instant now) {
        BadgeRule rule = definition.rule();
        Leaderboard board = board(app, rule);
        if (before == null) {
            rules.check(app, rule, board);
        } else if (!before.rule().equals(rule) || before.recurrence() != definition.recurrence()) {
            throw RuleCheck.invalid("There is a badge of this key, and it is earned by something else.");
        } else if (!anew) {
            return before;
        }
        long from = follow(app, rule, board, now);
        return before == null
                ? repository.insert(app, definition, from, now)
                : repository.update(before.id(), definition, from, now);
    }

    /**
     * Refuses, in this order: INVALID_KEY, LEADERBOARD_NOT_FOUND.
     *
     * @param board null is none
     */
    void checkNames(int app, String key, @Nullable String board) {
        Text.key(key, "key");
        if (board != null && leaderboards.byKey(app, board).isEmpty()) {
            throw RuleCheck.unknownLeaderboard();
        }
    }

    private @Nullable Leaderboard board(int app, BadgeRule rule) {
        return rule.leaderboard() == null
                ? null
                : leaderboards.byKey(app, rule.leaderboard()).orElse(null);
    }

    /** Has what earns a badge followed; gives the last that does not count. */
    private long follow(int app, BadgeRule rule, @Nullable Leaderboard board, Instant now) {
        if (rule.kind() == RuleKind.SCORE && board != null) {
            long from = outbox.positions(Set.of(board.id())).getOrDefault(board.id(), 0L);
            positions.followBoard(board.id(), from, now);
            return from;
        }
        long from = repository.lastEvent(app);
        if (rule.kind() == RuleKind.RANK_AT_CLOSE) {
            positions.followEvents(app, from);
        }
        return from;
    }

    /** Whether there could be a badge of this rule; refuses as {@link #define} does. */
    void check(int app, BadgeRule rule) {
        Leaderboard board = board(app, rule);
        rules.check(app, rule, board);
    }

    /**
     * Awards a badge of kind MANUAL, and gives the award; one that is there already is given as it is, also where it was
     * revoked. Refuses, in this order: INVALID_PARTICIPANT_ID, INVALID_TEXT, INVALID_TIME_ZONE, INVALID_METADATA,
     * INVALID_ENTITY_TYPE, BADGE_NOT_FOUND, INVALID_BADGE.
     */
    BadgeAward award(
            int app, String key, Profile profile, @Nullable String period, @Nullable String reason, Instant now) {
        checkProfile(profile);
        if (reason != null) {
            Text.line(reason, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "reason");
        }
        return sql.inTransaction(() -> {
            Badge badge = repository.byKey(app, key).orElseThrow(() -> unknown("badge"));
            checkManual(badge, period);
            Map<ExternalParticipantId, Long> known = participants.known(app, List.of(profile.ref()));
            Long participant =
                    participants.meet(app, List.of(profile), known, now).get(profile.ref());
            Earned earned = new Earned(
                    badge.id(),
                    Objects.requireNonNull(participant),
                    Objects.requireNonNullElse(period, ""),
                    null,
                    null,
                    reason);
            awards.grant(app, List.of(badge), List.of(earned), now);
            return awarded.find(earned.key()).orElseThrow();
        });
    }

    private static void checkProfile(Profile profile) {
        try {
            profile.checked();
        } catch (RefusedException e) {
            throw new RefusedException(e.refusal().within("participant"));
        }
    }

    private static void checkManual(Badge badge, @Nullable String period) {
        if (badge.rule().kind() != RuleKind.MANUAL || !badge.enabled()) {
            throw new RefusedException(
                    ErrorCode.INVALID_BADGE, "This badge is not awarded by somebody's word.", "badge");
        }
        boolean each = badge.recurrence() == Recurrence.EACH_PERIOD;
        if (each ? period == null || !Text.isLine(period, MAX_PERIOD) : period != null) {
            throw new RefusedException(
                    ErrorCode.INVALID_BADGE,
                    "A badge of each period takes a period of 1 to " + MAX_PERIOD + " characters, any other none.",
                    "period");
        }
    }

    /**
     * Takes an award away; one that was taken away already is given as it is. Refuses, in this order: INVALID_TEXT,
     * BADGE_NOT_FOUND.
     */
    BadgeAward revoke(int app, long award, String reason, Instant now) {
        Text.line(reason, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "reason");
        return sql.inTransaction(() -> {
            BadgeAward held = held(app, award);
            return held.revokedAt() != null && !held.corrected() ? held : awards.revoke(held, reason, now);
        });
    }

    /** Gives an award back; one that stands is given as it is. Refuses BADGE_NOT_FOUND. */
    BadgeAward restore(int app, long award, Instant now) {
        return sql.inTransaction(() -> {
            BadgeAward held = held(app, award);
            return held.revokedAt() == null ? held : awards.restore(award, now);
        });
    }

    private BadgeAward held(int app, long award) {
        return awarded.hold(app, award).orElseThrow(() -> unknown("award"));
    }

    static RefusedException unknown(String... path) {
        return new RefusedException(ErrorCode.BADGE_NOT_FOUND, "There is no such badge, or no such award.", path);
    }

    Map<String, Badge> byKeys(int app, Set<String> keys) {
        List<String> possible = keys.stream().filter(Text::isKey).toList();
        return repository.byKeys(app, possible).stream().collect(Collectors.toMap(Badge::key, Function.identity()));
    }

    Map<Integer, Badge> byIds(int app, Set<Integer> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(Badge::id, Function.identity()));
    }

    Map<Long, BadgeAward> awards(int app, Set<Long> ids) {
        return awarded.byIds(app, ids).stream().collect(Collectors.toMap(BadgeAward::id, Function.identity()));
    }

    Map<BadgeRepository.Page, List<Badge>> listed(int app, Collection<BadgeRepository.Page> pages) {
        return repository.listed(app, List.copyOf(pages));
    }

    /** The awards of participants, or of badges. */
    Map<AwardRepository.Page, List<BadgeAward>> awards(Collection<AwardRepository.Page> pages, boolean ofBadges) {
        return awarded.listed(List.copyOf(pages), ofBadges);
    }

    /** How rare these badges are. */
    Map<Integer, Rarity> rarities(int app, Set<Integer> badges) {
        return sql.connected(() -> {
            long all = awarded.participants(app);
            return awarded.held(badges).stream()
                    .collect(Collectors.toMap(AwardRepository.Held::id, one -> new Rarity(one.holders(), all)));
        });
    }

    /**
     * How many hold a badge.
     *
     * @param holders      participants who hold it, once or more often
     * @param participants all that the app has met
     */
    record Rarity(long holders, long participants) {
        /** 0 to 1. */
        double share() {
            return participants == 0 ? 0 : (double) holders / participants;
        }
    }
}
