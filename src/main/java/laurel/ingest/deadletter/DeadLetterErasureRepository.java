package laurel.ingest.deadletter;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import laurel.database.sql.Json;
import laurel.database.sql.Sql;
import laurel.request.StrictJson;
import laurel.request.erasure.ErasedName;
import laurel.request.erasure.ErasureSource;
import laurel.request.erasure.ErasureSubject;
import laurel.request.erasure.NamedTexts;

/** Deletes dead letters that name a participant. Their number is limited, so all are read. */
@Singleton
final class DeadLetterErasureRepository implements ErasureSource {
    private static final String LETTERS =
            "SELECT d.id, d.fields, d.reason FROM dead_letter AS d WHERE d.app_id = :subject.app ORDER BY d.id";

    private static final String DELETE = """
            DELETE FROM dead_letter WHERE id IN (
                SELECT d.id FROM dead_letter AS d WHERE d.id = ANY (:ids) ORDER BY d.id FOR UPDATE)
            """;

    private final Sql sql;

    DeadLetterErasureRepository(Sql sql) {
        this.sql = sql;
    }

    /** A dead letter. */
    @Introspected
    record LetterText(long id, Json fields, String reason) {}

    @Override
    public void eraseName(ErasureSubject subject, ErasedName name) {
        NamedTexts texts = new NamedTexts(name);
        List<Long> named = new ArrayList<>();
        sql.of(LETTERS).bind("subject", subject).each(LetterText.class, letter -> {
            if (texts.has(letter.reason) || texts.has(StrictJson.stored(letter.fields))) {
                named.add(letter.id);
            }
        });
        if (!named.isEmpty()) {
            sql.of(DELETE).bindEach("ids", Long.class, named).execute();
        }
    }
}
