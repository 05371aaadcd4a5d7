package laurel.score;

import io.micronaut.core.annotation.Introspected;
import java.util.List;
import laurel.LaurelServer;
import laurel.database.sql.Sql;

/**
 * A row of {@code entry}, with the names of what it refers to.
 *
 * @param grouping the values of its group, as JSON
 */
@Introspected
public record StoredEntry(String window, String grouping, String participant, long score) {
    private static final String ALL = """
            SELECT w.name AS window, r.group_values AS grouping, p.external_id AS participant,
                   CASE r.sort_order WHEN 'DESCENDING' THEN ~e.sort_key ELSE e.sort_key END AS score
            FROM entry AS e
            JOIN ranking AS r ON r.id = e.ranking_id
            JOIN leaderboard_window AS w ON w.id = r.window_id
            JOIN leaderboard AS l ON l.id = w.leaderboard_id
            JOIN participant AS p ON p.id = e.participant_id
            WHERE l.key = :board AND l.app_id = :app
            """;

    public static List<StoredEntry> of(LaurelServer server, String board) {
        return server.bean(Sql.class)
                .of(ALL)
                .bind("board", board)
                .bind("app", server.appId())
                .list(StoredEntry.class);
    }

    /** Returns group and score of each entry of a participant in a window. */
    public static List<String> of(LaurelServer server, String board, String window, String participant) {
        return of(server, board).stream()
                .filter(entry -> entry.window.equals(window) && entry.participant.equals(participant))
                .map(entry -> entry.grouping + " " + entry.score)
                .sorted()
                .toList();
    }
}
