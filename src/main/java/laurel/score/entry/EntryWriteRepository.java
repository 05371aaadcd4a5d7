package laurel.score.entry;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.database.sql.Sql;
import laurel.score.entry.EntryRepository.EntryKey;

/** Writes entries in bulk. Statements consist of parts, as those of {@link EntryRepository}. */
@Singleton
class EntryWriteRepository {
    /** LATERAL with OFFSET makes this one index look-up per participant, regardless of the planner's statistics. */
    private static final String PARTICIPANTS = """
            participants AS MATERIALIZED (
                SELECT p.*
                FROM unnest(:participants) AS input (id)
                CROSS JOIN LATERAL (
                    SELECT q.id, id_key(q.entity_type, q.external_id) AS id_key FROM participant AS q WHERE q.id = input.id
                    OFFSET 0) AS p
            )
            """;

    private static final String WRITE = """
            w<n> AS (
                INSERT INTO <entry> (ranking_id, participant_id, sort_key, subscore_key, tie_key, id_key, achieved_at,
                                     submission_id, metadata)
                SELECT w.ranking_id, w.participant_id, w.sort_key, w.subscore_key, w.tie_key, p.id_key, w.achieved_at,
                       w.submission_id, w.metadata
                FROM unnest(:rows<n>.rankingId, :rows<n>.participantId, :rows<n>.sortKey, :rows<n>.subscoreKey,
                            :rows<n>.tieKey, :rows<n>.achievedAt, :rows<n>.submissionId, :rows<n>.metadata)
                     AS w (ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id,
                           metadata)
                JOIN participants AS p ON p.id = w.participant_id
                ON CONFLICT (ranking_id, participant_id) DO UPDATE
                SET sort_key = excluded.sort_key, subscore_key = excluded.subscore_key, tie_key = excluded.tie_key,
                    achieved_at = excluded.achieved_at, submission_id = excluded.submission_id,
                    metadata = excluded.metadata
            )
            """;

    /** Deleting by ctid makes this one index look-up per key, regardless of the planner's statistics. */
    private static final String DELETE = """
            d<n> AS (
                DELETE FROM <entry> WHERE ctid = ANY (ARRAY(
                    SELECT e.ctid
                    FROM unnest(:deleted<n>.rankingId, :deleted<n>.participantId) AS deleted (ranking_id, participant_id),
                         LATERAL (SELECT s.ctid FROM <entry> AS s
                                  WHERE s.ranking_id = deleted.ranking_id AND s.participant_id = deleted.participant_id
                                  OFFSET 0) AS e))
            )
            """;

    private final Sql sql;

    EntryWriteRepository(Sql sql) {
        this.sql = sql;
    }

    /**
     * Rows to upsert and keys to delete; each key occurs once.
     *
     * @param withheld whether these are entries of banned and hidden participants
     */
    record EntryRows(List<EntryRow> written, List<EntryKey> deleted, boolean withheld) {
        boolean isEmpty() {
            return written.isEmpty() && deleted.isEmpty();
        }

        private String table(EntryKey key) {
            return withheld ? EntryRepository.WITHHELD : key.table();
        }

        private Stream<Long> participants() {
            return Stream.concat(
                    written.stream().map(EntryRow::participantId),
                    deleted.stream().map(EntryKey::participantId));
        }
    }

    /** Writes these rows, and returns the ID keys of their participants. */
    Map<Long, String> write(List<EntryRows> rows) {
        if (rows.stream().allMatch(EntryRows::isEmpty)) {
            return Map.of();
        }
        Map<String, List<EntryRow>> written = new TreeMap<>();
        Map<String, List<EntryKey>> deletedByTable = new TreeMap<>();
        for (EntryRows some : rows) {
            written.putAll(EntryRepository.byTable(some.written, row -> some.table(row.key())));
            deletedByTable.putAll(EntryRepository.byTable(some.deleted, some::table));
        }
        var update = sql.of(statement(written.keySet(), deletedByTable.keySet()))
                .bindEach("participants", Long.class, participants(rows));
        EntryRepository.bindEach(update, "rows", EntryRow.class, written);
        EntryRepository.bindEach(update, "deleted", EntryKey.class, deletedByTable);
        return update.list(ParticipantKey.class).stream()
                .collect(Collectors.toMap(ParticipantKey::id, ParticipantKey::idKey));
    }

    private static String statement(Collection<String> written, Collection<String> deleted) {
        return Stream.of(
                        PARTICIPANTS,
                        EntryRepository.parts(written, WRITE, ", "),
                        EntryRepository.parts(deleted, DELETE, ", "))
                .filter(Predicate.not(String::isEmpty))
                .collect(Collectors.joining(", ", "WITH ", "SELECT id, id_key FROM participants"));
    }

    private static List<Long> participants(List<EntryRows> rows) {
        return rows.stream().flatMap(EntryRows::participants).distinct().toList();
    }

    /** A participant, and the last key of its entries. */
    @Introspected
    record ParticipantKey(long id, String idKey) {}
}
