package laurel.ranking.snapshot;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.request.export.ExportSection;
import laurel.request.export.ExportSource;
import laurel.request.export.ExportSubject;

/** Exports the final standings of a participant, of all revisions. */
@Singleton
final class FinalStandingExportRepository implements ExportSource {
    private static final String FINAL_STANDINGS = """
            SELECT l.key AS "leaderboardKey", w.name AS "windowName", w.kind AS "windowKind",
                   w.definition AS "windowDefinitionKey", r.group_values AS "group", f.revision,
                   (to_score(f.sort_key, r.sort_order) || 'e-' || l.decimals)::numeric AS score,
                   to_score(f.subscore_key, r.sort_order) AS subscore, f.achieved_at AS "achievedAt", f.metadata, f.rank,
                   f.dense_rank AS "denseRank", f.position, f.percent_rank AS "percentRank", f.cume_dist AS "cumeDist"
            FROM final_standing AS f
            JOIN ranking AS r ON r.id = f.ranking_id
            JOIN leaderboard_window AS w ON w.id = r.window_id
            JOIN leaderboard AS l ON l.id = r.leaderboard_id
            WHERE r.app_id = :subject.app AND f.participant_id = :subject.participant AND w.expired_at IS NULL
            ORDER BY l.key COLLATE "C", w.starts_at NULLS FIRST, w.id, r.id, f.revision
            """;

    private final Sql sql;

    FinalStandingExportRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public List<ExportSection> sections(ExportSubject subject) {
        return List.of(ExportSection.of(
                "finalStandings",
                () -> sql.of(FINAL_STANDINGS).bind("subject", subject).maps(ExportSection.HELD)));
    }
}
