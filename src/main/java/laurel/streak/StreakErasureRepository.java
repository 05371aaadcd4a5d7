package laurel.streak;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.request.erasure.ErasureSource;
import laurel.request.erasure.ErasureSubject;

/** Erases the days and streaks of a participant. */
@Singleton
final class StreakErasureRepository implements ErasureSource {
    private static final List<String> TABLES =
            List.of("streak_day", "streak_frozen_day", "streak_run", "streak_amnesty_recount");

    private static final String DELETE = "DELETE FROM <table> WHERE participant_id = :subject.participant";

    private final Sql sql;

    StreakErasureRepository(Sql sql) {
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
