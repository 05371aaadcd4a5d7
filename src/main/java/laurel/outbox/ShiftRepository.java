package laurel.outbox;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.database.Sql;
import laurel.index.EntryPlace;
import laurel.index.Shift;
import org.jspecify.annotations.Nullable;

@Singleton
class ShiftRepository {
    /** A change without any of these shifts is one row, which names no ranking. */
    private static final String SHIFTS = """
            SELECT o.leaderboard_id, o.sequence, o.at, o.rankings IS NULL AS anew, s.*
            FROM unnest(:boards, :afters) AS asked (board, after)
            CROSS JOIN LATERAL (
                SELECT * FROM outbox AS o WHERE o.leaderboard_id = asked.board AND o.sequence > asked.after
                ORDER BY o.sequence DESC LIMIT :mostChanges) AS o
            LEFT JOIN LATERAL (
                SELECT * FROM unnest(o.rankings, o.participants,
                                     o.before_sort_keys, o.before_subscore_keys, o.before_tie_keys,
                                     o.after_sort_keys, o.after_subscore_keys, o.after_tie_keys)
                     AS u (ranking_id, participant_id, before_sort_key, before_subscore_key, before_tie_key,
                           after_sort_key, after_subscore_key, after_tie_key)
                WHERE u.ranking_id = ANY (:rankings)
                OFFSET 0) AS s ON true
            LIMIT :mostShifts
            """;

    private final Sql sql;

    ShiftRepository(Sql sql) {
        this.sql = sql;
    }

    /** A row of {@link #SHIFTS}. */
    @Introspected
    record Row(
            int leaderboardId,
            long sequence,
            Instant at,
            boolean anew,
            @Nullable Long rankingId,
            @Nullable Long participantId,
            @Nullable Long beforeSortKey,
            @Nullable Long beforeSubscoreKey,
            @Nullable Long beforeTieKey,
            @Nullable Long afterSortKey,
            @Nullable Long afterSubscoreKey,
            @Nullable Long afterTieKey) {
        /** Null where it tells only that there was a change. */
        @Nullable
        Shift shift() {
            return rankingId == null
                    ? null
                    : new Shift(
                            rankingId,
                            place(beforeSortKey, beforeSubscoreKey, beforeTieKey),
                            place(afterSortKey, afterSubscoreKey, afterTieKey));
        }

        private @Nullable EntryPlace place(@Nullable Long sortKey, @Nullable Long subscoreKey, @Nullable Long tieKey) {
            return sortKey == null
                    ? null
                    : new EntryPlace(
                            sortKey,
                            Objects.requireNonNull(subscoreKey),
                            Objects.requireNonNull(tieKey),
                            Objects.requireNonNull(participantId));
        }
    }

    /** In no order. */
    List<Row> shifts(Map<Integer, Long> after, Collection<Long> rankings, int mostChanges, int mostShifts) {
        List<Map.Entry<Integer, Long>> asked = List.copyOf(after.entrySet());
        return sql.of(SHIFTS)
                .bindArray("boards", Integer.class, column(asked, Map.Entry::getKey))
                .bindArray("afters", Long.class, column(asked, Map.Entry::getValue))
                .bindArray("rankings", Long.class, rankings)
                .bind("mostChanges", mostChanges)
                .bind("mostShifts", mostShifts)
                .list(Row.class);
    }
}
