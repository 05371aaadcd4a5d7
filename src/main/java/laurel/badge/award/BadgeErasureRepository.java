package laurel.badge.award;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.request.erasure.ErasureSource;
import laurel.request.erasure.ErasureSubject;

/** Erases the awards of a participant, and the work on them. */
@Singleton
final class BadgeErasureRepository implements ErasureSource {
    private static final List<String> TABLES = List.of("badge_due", "badge_award");

    private static final String DELETE = "DELETE FROM <table> WHERE participant_id = :subject.participant";

    private final Sql sql;

    BadgeErasureRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public boolean eraseRows(ErasureSubject subject, int most) {
        for (String table : TABLES) {
            sql.of(DELETE.replace("<table>", table)).bind("subject", subject).execute();
        }
        return false;
    }
}
