package laurel.scoring.day;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.request.erasure.ErasureSource;
import laurel.request.erasure.ErasureSubject;

/** Erases the scores of a participant's days, and the work on them. */
@Singleton
final class DayScoreErasureRepository implements ErasureSource {
    private static final List<String> TABLES =
            List.of("scoring_changed_day", "scoring_rescore_range", "scoring_day_score");

    private static final String DELETE = "DELETE FROM <table> WHERE participant_id = :subject.participant";

    private final Sql sql;

    DayScoreErasureRepository(Sql sql) {
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
