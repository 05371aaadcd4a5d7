package laurel.webhook;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.PartitionedQuery;
import laurel.database.Sql;
import laurel.event.EventKind;
import laurel.index.EntryPlace;
import laurel.leaderboard.Group;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.WindowKind;
import laurel.window.RankingId;
import org.jspecify.annotations.Nullable;

/** Reads what messages are made of. */
@Singleton
class MakerRepository {
    /** Those that may have something to be told. */
    private static final String BEHIND = """
            SELECT w.id FROM webhook AS w
            WHERE w.state = 'ENABLED'
              AND (w.types && ARRAY['ENTRY_ADDED', 'RANK_CHANGED']
                   OR EXISTS (SELECT FROM event AS e WHERE e.app_id = w.app_id AND e.id > w.event_position))
            ORDER BY w.id
            """;

    private static final String CLAIM = """
            SELECT * FROM webhook AS w
            WHERE w.id = :id AND w.state = 'ENABLED'
              AND (SELECT count(*) FROM (
                      SELECT FROM webhook_delivery AS d WHERE d.webhook_id = :id AND d.state = 'PENDING' LIMIT :most) AS waiting)
                  < :most
            FOR UPDATE SKIP LOCKED
            """;
    private static final String EVENTS = """
            SELECT e.id, e.kind, l.key AS leaderboard, e.number, e.at, e.participant_id,
                   w.name, w.kind AS window_kind, w.definition, w.starts_at, w.ends_at,
                   p.type, p.external_id, p.display_name, b.key AS badge, a.period, a.revoked_because
            FROM (SELECT * FROM event AS q WHERE q.app_id = :app AND q.id > :after ORDER BY q.id LIMIT :most) AS e
            LEFT JOIN leaderboard AS l ON l.id = e.leaderboard_id
            LEFT JOIN leaderboard_window AS w ON w.id = e.window_id
            LEFT JOIN participant AS p ON p.id = e.participant_id
            LEFT JOIN badge_award AS a ON a.id = e.award_id
            LEFT JOIN badge AS b ON b.id = a.badge_id
            ORDER BY e.id
            """;

    private static final String RANKINGS = """
            SELECT r.id, r.sort_order, r.group_values AS "group",
                   w.name, w.kind AS window_kind, w.definition, w.starts_at, w.ends_at
            FROM <rankings> AS r JOIN leaderboard_window AS w ON w.id = r.window_id
            WHERE w.expired_at IS NULL
              AND (:everyGroup OR r.group_values = '{}')
              AND (cardinality(:kinds) = 0 OR w.kind = ANY (:kinds))
              AND (cardinality(:definitions) = 0 OR w.definition = ANY (:definitions))
            """;
    private static final String BY_IDS =
            RANKINGS.replace("<rankings>", "(SELECT * FROM ranking AS q WHERE q.id = ANY (:ids))") + "ORDER BY r.id";

    /** Those in which something can have changed that nobody has told: of windows without a beginning, then of the newest. */
    private static final String OF_BOARD =
            RANKINGS.replace("<rankings>", "(SELECT * FROM ranking AS q WHERE q.leaderboard_id = :board)") + """
            AND w.wanted_revision = 0
            ORDER BY w.starts_at DESC NULLS FIRST, r.id
            LIMIT :most
            """;

    private static final String TOP = """
            SELECT a.ranking, e.sort_key, e.subscore_key, e.tie_key, e.participant_id
            FROM <asked>
            CROSS JOIN LATERAL (
                SELECT * FROM <table> AS q WHERE q.ranking_id = a.ranking
                ORDER BY q.sort_key, q.subscore_key, q.tie_key, q.participant_id
                LIMIT a.size) AS e
            """;
    private static final String PARTICIPANTS =
            "SELECT id, type, external_id, display_name FROM participant WHERE app_id = :app AND id = ANY (:ids)";

    private final Sql sql;

    MakerRepository(Sql sql) {
        this.sql = sql;
    }

    /** An event; the leaderboard and the window are null where they have gone, or where it is about none. */
    @Introspected
    record Told(
            long id,
            EventKind kind,
            @Nullable String leaderboard,
            @Nullable Integer number,
            Instant at,
            @Nullable String name,
            @Nullable WindowKind windowKind,
            @Nullable String definition,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            @Nullable Long participantId,
            @Nullable String type,
            @Nullable String externalId,
            @Nullable String displayName,
            @Nullable String badge,
            @Nullable String period,
            @Nullable String revokedBecause) {
        @Nullable
        Who who() {
            return participantId == null || type == null || externalId == null
                    ? null
                    : new Who(participantId, type, externalId, displayName);
        }

        @Nullable
        WindowName window() {
            return name == null || windowKind == null || definition == null
                    ? null
                    : new WindowName(name, windowKind, definition, startsAt, endsAt);
        }
    }

    /** A ranking that a webhook is told of. */
    @Introspected
    record Ranked(long id, SortOrder sortOrder, Group group, WindowName window) {}

    /** A participant as messages tell of it. */
    @Introspected
    record Who(
            long id,
            String type,
            String externalId,
            @Nullable String displayName) {}

    List<Long> behind() {
        return sql.of(BEHIND).list(Long.class);
    }

    /** The webhook of this id, unless another is at it, it is told nothing now, or so many messages wait. */
    Optional<Webhook> claim(long id, int most) {
        return sql.of(CLAIM).bind("id", id).bind("most", most).find(Webhook.class);
    }

    List<Told> events(int app, long after, int most) {
        return sql.of(EVENTS)
                .bind("app", app)
                .bind("after", after)
                .bind("most", most)
                .list(Told.class);
    }

    /** Those of these rankings that a webhook is told of. */
    List<Ranked> rankings(Interest interest, Collection<Long> ids) {
        return sql.of(BY_IDS)
                .bindArray("ids", Long.class, ids)
                .bind("everyGroup", interest.everyGroup())
                .bindArray("kinds", String.class, column(interest.kinds(), Enum::name))
                .bindArray("definitions", String.class, interest.definitions())
                .list(Ranked.class);
    }

    /** Those of a board's rankings that a webhook is told of and that can still change, up to so many. */
    List<Ranked> rankings(Interest interest, int board, int most) {
        return sql.of(OF_BOARD)
                .bind("board", board)
                .bind("most", most)
                .bind("everyGroup", interest.everyGroup())
                .bindArray("kinds", String.class, column(interest.kinds(), Enum::name))
                .bindArray("definitions", String.class, interest.definitions())
                .list(Ranked.class);
    }

    /** A row of {@link #TOP}. */
    @Introspected
    record TopRow(long ranking, long sortKey, long subscoreKey, long tieKey, long participantId) {
        EntryPlace place() {
            return new EntryPlace(sortKey, subscoreKey, tieKey, participantId);
        }
    }

    /** The first of each of these rankings, in order, and as many of each as is said; absent where it has none. */
    Map<Long, List<EntryPlace>> tops(Map<Long, Integer> sizes) {
        var query = new PartitionedQuery();
        sizes.forEach((ranking, size) -> query.part(TOP.replace("<table>", RankingId.entryTable(ranking)))
                .add("ranking", Long.class, ranking)
                .add("size", Integer.class, size));
        return query.list(sql, TopRow.class).stream()
                .collect(Collectors.groupingBy(
                        TopRow::ranking,
                        Collectors.mapping(
                                TopRow::place,
                                Collectors.collectingAndThen(
                                        Collectors.toList(),
                                        places -> places.stream().sorted().toList()))));
    }

    Map<Long, Who> participants(int app, Collection<Long> ids) {
        return sql.of(PARTICIPANTS).bind("app", app).bindArray("ids", Long.class, ids).list(Who.class).stream()
                .collect(Collectors.toMap(Who::id, Function.identity()));
    }
}
