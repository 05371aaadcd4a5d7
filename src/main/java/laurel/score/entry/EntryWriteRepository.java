package laurel.score.entry;

import static java.util.Objects.requireNonNull;

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
    private static final String ID_KEYS = """
            SELECT p.id, p.id_key
            FROM unnest(:participants) AS input (id)
            CROSS JOIN LATERAL (
                SELECT q.id, id_key(q.entity_type, q.external_id) AS id_key FROM participant AS q WHERE q.id = input.id
                OFFSET 0) AS p
            """;

    private static final String ADD = """
            w<n> AS (
                INSERT INTO <entry> (ranking_id, participant_id, sort_key, subscore_key, tie_key, id_key, achieved_at,
                                     submission_id, metadata)
                SELECT * FROM unnest(:rows<n>.row.rankingId, :rows<n>.row.participantId, :rows<n>.row.sortKey,
                            :rows<n>.row.subscoreKey, :rows<n>.row.tieKey, :rows<n>.idKey, :rows<n>.row.achievedAt,
                            :rows<n>.row.submissionId, :rows<n>.row.metadata)
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
    }

    /** Returns the ID keys of participants. */
    Map<Long, String> idKeys(Collection<Long> participants) {
        return sql.of(ID_KEYS).bindEach("participants", Long.class, participants).list(ParticipantKey.class).stream()
                .collect(Collectors.toMap(ParticipantKey::id, ParticipantKey::idKey));
    }

    /** An entry to write, with the ID key of its participant. */
    private record KeyedRow(EntryRow row, String idKey) {}

    /**
     * Writes these rows together with the next statement of the transaction.
     *
     * @param idKeys of the participants
     */
    void write(List<EntryRows> rows, Map<Long, String> idKeys) {
        if (rows.stream().allMatch(EntryRows::isEmpty)) {
            return;
        }
        Map<String, List<KeyedRow>> written = new TreeMap<>();
        Map<String, List<EntryKey>> deletedByTable = new TreeMap<>();
        for (EntryRows some : rows) {
            List<KeyedRow> keyed = some.written.stream()
                    .map(row -> new KeyedRow(row, requireNonNull(idKeys.get(row.participantId()))))
                    .toList();
            written.putAll(EntryRepository.byTable(keyed, row -> some.table(row.row.key())));
            deletedByTable.putAll(EntryRepository.byTable(some.deleted, some::table));
        }
        var update = sql.of(statement(written.keySet(), deletedByTable.keySet()));
        EntryRepository.bindEach(update, "rows", KeyedRow.class, written);
        EntryRepository.bindEach(update, "deleted", EntryKey.class, deletedByTable);
        update.executeLater();
    }

    private static String statement(Collection<String> written, Collection<String> deleted) {
        return Stream.of(EntryRepository.parts(written, ADD, ", "), EntryRepository.parts(deleted, DELETE, ", "))
                .filter(Predicate.not(String::isEmpty))
                .collect(Collectors.joining(", ", "WITH ", "SELECT"));
    }

    /** A participant, and the last key of its entries. */
    @Introspected
    record ParticipantKey(long id, String idKey) {}
}
