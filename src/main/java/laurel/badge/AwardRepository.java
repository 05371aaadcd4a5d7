package laurel.badge;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;
import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import laurel.database.Sql;

/** Who has earned what. */
@Singleton
class AwardRepository {
    /** In order, so that two who award the same wait in turn. What a correction took away is given back. */
    private static final String GRANT = """
            INSERT INTO badge_award AS a (app_id, badge_id, participant_id, period, window_id, day, reason, awarded_at, corrected)
            SELECT :app, e.badge_id, e.participant_id, e.period, e.window_id, e.day, e.reason, :now, FALSE
            FROM unnest(:badges, :participants, :periods, :windows, :days, :reasons)
                 AS e (badge_id, participant_id, period, window_id, day, reason)
            ORDER BY e.badge_id, e.participant_id, e.period
            ON CONFLICT (badge_id, participant_id, period) DO UPDATE
            SET awarded_at = :now, window_id = excluded.window_id, day = excluded.day, reason = excluded.reason,
                revoked_at = NULL, revoked_because = NULL, corrected = FALSE
            WHERE a.corrected
            RETURNING *
            """;

    private static final String FIND = """
            SELECT * FROM badge_award WHERE badge_id = :badge AND participant_id = :participant AND period = :period
            """;
    private static final String THERE = """
            SELECT a.badge_id, a.participant_id, a.period
            FROM unnest(:badges, :participants, :periods) AS e (badge_id, participant_id, period)
            CROSS JOIN LATERAL (
                SELECT * FROM badge_award AS q
                WHERE q.badge_id = e.badge_id AND q.participant_id = e.participant_id AND q.period = e.period
                  AND NOT q.corrected
                OFFSET 0) AS a
            """;
    private static final String HOLD = "SELECT * FROM badge_award WHERE app_id = :app AND id = :id FOR UPDATE";
    private static final String REVOKE = """
            UPDATE badge_award SET revoked_at = :now, revoked_because = :reason, corrected = FALSE
            WHERE id = :id
            RETURNING *
            """;
    private static final String RESTORE = """
            UPDATE badge_award SET revoked_at = NULL, revoked_because = NULL, corrected = FALSE WHERE id = :id RETURNING *
            """;
    /** Of those who do not stand in the window any more as the badge asks. */
    private static final String CORRECT = """
            UPDATE badge_award AS a SET revoked_at = :now, revoked_because = :reason, corrected = TRUE
            FROM (SELECT id FROM badge_award
                  WHERE badge_id = :badge AND window_id = :window AND revoked_at IS NULL
                    AND NOT EXISTS (SELECT FROM unnest(:participants) AS e (id) WHERE e.id = participant_id)
                  ORDER BY id FOR UPDATE) AS held
            WHERE a.id = held.id
            RETURNING a.*
            """;

    /** Those whom {@link #CORRECT} takes it from. */
    private static final String OUT = """
            SELECT participant_id FROM badge_award
            WHERE badge_id = :badge AND window_id = :window AND revoked_at IS NULL
              AND NOT EXISTS (SELECT FROM unnest(:participants) AS e (id) WHERE e.id = participant_id)
            """;

    private static final String MOVE = """
            UPDATE badge_award SET window_id = :to
            WHERE badge_id = :badge AND window_id = :from AND revoked_at IS NULL
              AND participant_id IN (SELECT e.id FROM unnest(:participants) AS e (id))
            """;

    private static final String BY_IDS = "SELECT * FROM badge_award WHERE app_id = :app AND id = ANY (:ids)";

    private static final String OF_PARTICIPANTS = """
            SELECT wanted.n, a.*
            FROM unnest(:owners, :befores, :sizes, :revoked) WITH ORDINALITY AS wanted (owner, before, size, revoked, n)
            CROSS JOIN LATERAL (
                SELECT * FROM badge_award AS l
                WHERE l.participant_id = wanted.owner AND l.id < wanted.before AND (wanted.revoked OR l.revoked_at IS NULL)
                ORDER BY l.id DESC LIMIT wanted.size) AS a
            ORDER BY wanted.n, a.id DESC
            """;
    private static final String OF_BADGES = OF_PARTICIPANTS.replace("l.participant_id =", "l.badge_id =");

    private static final String HELD = """
            SELECT b.id, (SELECT count(DISTINCT a.participant_id) FROM badge_award AS a
                          WHERE a.badge_id = b.id AND a.revoked_at IS NULL) AS holders
            FROM unnest(:badges) AS b (id)
            """;
    private static final String PARTICIPANTS = "SELECT count(*) FROM participant WHERE app_id = :app";

    private final Sql sql;

    AwardRepository(Sql sql) {
        this.sql = sql;
    }

    /**
     * Awards of a participant or of a badge, the newest first.
     *
     * @param revoked whether also those that were revoked
     */
    record Page(long owner, long before, int size, boolean revoked) {}

    /** A row of a list: for the n-th of the pages, from 1. */
    @Introspected
    record Listed(long n, BadgeAward award) {}

    /** A row of {@link #HELD}. */
    @Introspected
    record Held(int id, long holders) {}

    /** Those of these awards that were not there. None comes twice among them. */
    List<BadgeAward> grant(int app, Collection<Earned> earned, Instant now) {
        return sql.of(GRANT)
                .bind("app", app)
                .bind("now", now)
                .bindArray("badges", Integer.class, column(earned, Earned::badgeId))
                .bindArray("participants", Long.class, column(earned, Earned::participantId))
                .bindArray("periods", String.class, column(earned, Earned::period))
                .bindArray("windows", Long.class, column(earned, Earned::windowId))
                .bindArray("days", LocalDate.class, column(earned, Earned::day))
                .bindArray("reasons", String.class, column(earned, Earned::reason))
                .list(BadgeAward.class);
    }

    Optional<BadgeAward> find(Earned.Key key) {
        return sql.of(FIND)
                .bind("badge", key.badgeId())
                .bind("participant", key.participantId())
                .bind("period", key.period())
                .find(BadgeAward.class);
    }

    /** Of which of these there is an award, be it revoked, unless by a correction. */
    Set<Earned.Key> there(Collection<Earned> earned) {
        return Set.copyOf(sql.of(THERE)
                .bindArray("badges", Integer.class, column(earned, Earned::badgeId))
                .bindArray("participants", Long.class, column(earned, Earned::participantId))
                .bindArray("periods", String.class, column(earned, Earned::period))
                .list(Earned.Key.class));
    }

    /** The award of this id, which nobody else changes until the transaction ends. */
    Optional<BadgeAward> hold(int app, long id) {
        return sql.of(HOLD).bind("app", app).bind("id", id).find(BadgeAward.class);
    }

    BadgeAward revoke(long id, String reason, Instant now) {
        return sql.of(REVOKE)
                .bind("id", id)
                .bind("reason", reason)
                .bind("now", now)
                .one(BadgeAward.class);
    }

    BadgeAward restore(long id) {
        return sql.of(RESTORE).bind("id", id).one(BadgeAward.class);
    }

    /** Revokes what a window has earned others than these, and gives it. */
    List<BadgeAward> correct(Badge badge, long window, Collection<Long> earners, String reason, Instant now) {
        return sql.of(CORRECT)
                .bind("badge", badge.id())
                .bind("window", window)
                .bindArray("participants", Long.class, earners)
                .bind("reason", reason)
                .bind("now", now)
                .list(BadgeAward.class);
    }

    /** Who holds by a window what others than these may not. */
    List<Long> out(Badge badge, long window, Collection<Long> earners) {
        return sql.of(OUT)
                .bind("badge", badge.id())
                .bind("window", window)
                .bindArray("participants", Long.class, earners)
                .list(Long.class);
    }

    /** What these hold by one window they hold by another. */
    void move(Badge badge, long from, long to, Collection<Long> participants) {
        sql.of(MOVE)
                .bind("badge", badge.id())
                .bind("from", from)
                .bind("to", to)
                .bindArray("participants", Long.class, participants)
                .execute();
    }

    List<BadgeAward> byIds(int app, Collection<Long> ids) {
        return sql.of(BY_IDS).bind("app", app).bindArray("ids", Long.class, ids).list(BadgeAward.class);
    }

    /** The awards of each of these pages of participants; a page that has none is absent. */
    Map<Page, List<BadgeAward>> ofParticipants(List<Page> pages) {
        return listed(OF_PARTICIPANTS, pages);
    }

    /** The awards of each of these pages of badges; a page that has none is absent. */
    Map<Page, List<BadgeAward>> ofBadges(List<Page> pages) {
        return listed(OF_BADGES, pages);
    }

    private Map<Page, List<BadgeAward>> listed(String statement, List<Page> pages) {
        return sql
                .of(statement)
                .bindArray("owners", Long.class, column(pages, Page::owner))
                .bindArray("befores", Long.class, column(pages, Page::before))
                .bindArray("sizes", Integer.class, column(pages, Page::size))
                .bindArray("revoked", Boolean.class, column(pages, Page::revoked))
                .list(Listed.class)
                .stream()
                .collect(groupingBy(row -> pages.get((int) row.n - 1), mapping(Listed::award, toList())));
    }

    /** How many participants hold each of these badges. */
    Map<Integer, Long> holders(Collection<Integer> badges) {
        return sql.of(HELD).bindArray("badges", Integer.class, badges).list(Held.class).stream()
                .collect(toMap(Held::id, Held::holders));
    }

    /** How many participants the app has met. */
    long participants(int app) {
        return sql.of(PARTICIPANTS).bind("app", app).one(Long.class);
    }
}
