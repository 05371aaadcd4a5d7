package laurel.event;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.Sql;

@Singleton
class EventRepository {
    /** A statement of its own: the numbers are given after the lock was. In order of id, so that two who tell wait in turn. */
    private static final String LOCK = """
            SELECT count(pg_advisory_xact_lock(hashtext('event'), id))
            FROM (SELECT unnest(:apps) AS id ORDER BY 1) AS ordered
            """;

    private static final String INSERT = """
            INSERT INTO event (app_id, kind, leaderboard_id, window_id, number, participant_id, award_id, at)
            SELECT app_id, kind, leaderboard_id, window_id, number, participant_id, award_id, at
            FROM unnest(:apps, :kinds, :boards, :windows, :numbers, :participants, :awards, :ats) WITH ORDINALITY
                 AS told (app_id, kind, leaderboard_id, window_id, number, participant_id, award_id, at, n)
            ORDER BY n
            """;
    private static final String TOLD = """
            SELECT EXISTS (SELECT FROM event
                           WHERE leaderboard_id = :board AND kind = :kind AND number IS NOT DISTINCT FROM :number::integer)
            """;
    private static final String BY_IDS = "SELECT * FROM event WHERE app_id = :app AND id = ANY (:ids)";
    private static final String LAST = "SELECT coalesce(max(id), 0) FROM event WHERE app_id = :app";
    private static final String LISTED = """
            SELECT wanted.n, e.*
            FROM unnest(:afters, :sizes) WITH ORDINALITY AS wanted (after, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM event AS l
                WHERE l.app_id = :app AND l.id > wanted.after ORDER BY l.id LIMIT wanted.size) AS e
            ORDER BY wanted.n, e.id
            """;

    private final Sql sql;

    EventRepository(Sql sql) {
        this.sql = sql;
    }

    void lock(Collection<Integer> apps) {
        sql.of(LOCK).bindArray("apps", Integer.class, apps).one(Long.class);
    }

    void insert(Collection<NewEvent> events) {
        sql.of(INSERT)
                .bindArray("apps", Integer.class, column(events, NewEvent::appId))
                .bindArray("kinds", String.class, column(events, event -> event.kind()
                        .name()))
                .bindArray("boards", Integer.class, column(events, NewEvent::leaderboardId))
                .bindArray("windows", Long.class, column(events, NewEvent::windowId))
                .bindArray("numbers", Integer.class, column(events, NewEvent::number))
                .bindArray("participants", Long.class, column(events, NewEvent::participantId))
                .bindArray("awards", Long.class, column(events, NewEvent::awardId))
                .bindArray("ats", Instant.class, column(events, NewEvent::at))
                .execute();
    }

    /** Whether an event of this board has this kind and number. */
    boolean isTold(NewEvent event) {
        return sql.of(TOLD)
                .bind("board", event.leaderboardId())
                .bind("kind", event.kind().name())
                .bind("number", event.number())
                .one(Boolean.class);
    }

    List<Event> byIds(int app, Collection<Long> ids) {
        return sql.of(BY_IDS).bind("app", app).bindArray("ids", Long.class, ids).list(Event.class);
    }

    long last(int app) {
        return sql.of(LAST).bind("app", app).one(Long.class);
    }

    /** The events of each of these lists; a list that has none is absent. */
    Map<EventList, List<Event>> listed(int app, List<EventList> lists) {
        return sql
                .of(LISTED)
                .bind("app", app)
                .bindArray("afters", Long.class, column(lists, EventList::after))
                .bindArray("sizes", Integer.class, column(lists, EventList::size))
                .list(Listed.class)
                .stream()
                .collect(groupingBy(row -> lists.get((int) row.n - 1), mapping(Listed::event, toList())));
    }

    /** A row of {@link #LISTED}: for the n-th of the lists, from 1. */
    @Introspected
    record Listed(long n, Event event) {}
}
