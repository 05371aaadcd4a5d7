package laurel.participant;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.OptionalLong;
import laurel.database.sql.Sql;
import laurel.request.export.ExportSection;
import laurel.request.export.ExportSource;
import laurel.request.export.ExportSubject;
import laurel.request.export.ExportedParticipants;

/** Finds and exports participants. */
@Singleton
final class ParticipantExportRepository implements ExportSource, ExportedParticipants {
    private static final String FIND = """
            SELECT p.id FROM participant AS p
            WHERE p.app_id = :app AND p.entity_type = :who.entityType AND p.external_id = :who.externalId
            """;
    private static final String EXISTS =
            "SELECT EXISTS (SELECT FROM participant AS p WHERE p.app_id = :app AND p.id = :participant"
                    + " AND p.erased_at IS NULL)";
    private static final String PARTICIPANT = """
            SELECT p.id, p.entity_type AS "entityType", p.external_id AS "externalId", p.name, p.pseudonym,
                   p.image_url AS "imageUrl", p.metadata, p.time_zone AS "timeZone", p.group_values AS "group",
                   p.group_set_at AS "groupSetAt", p.created_at AS "createdAt"
            FROM participant AS p
            WHERE p.app_id = :subject.app AND p.id = :subject.participant AND p.erased_at IS NULL
            """;

    private final Sql sql;

    ParticipantExportRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public OptionalLong find(int app, String entityType, String externalId) {
        var who = new ExternalParticipantId(entityType, externalId);
        if (!who.possible()) {
            return OptionalLong.empty();
        }
        return sql.of(FIND).bind("app", app).bind("who", who).list(Long.class).stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }

    @Override
    public boolean exists(int app, long participant) {
        return sql.of(EXISTS).bind("app", app).bind("participant", participant).one(Boolean.class);
    }

    @Override
    public List<ExportSection> sections(ExportSubject subject) {
        return List.of(new ExportSection("participant", "Participant", true, () -> sql.of(PARTICIPANT)
                .bind("subject", subject)
                .maps(1)));
    }
}
