package laurel.score;

import io.micronaut.core.annotation.Introspected;
import java.util.List;
import laurel.LaurelServer;
import laurel.database.sql.Sql;

/**
 * An entry as the database has it.
 *
 * @param grouping the values of its group, as JSON
 */
@Introspected
public record Stood(String window, String grouping, String who, long score) {
    private static final String ALL = """
            SELECT w.name AS window, r.group_values AS grouping, p.external_id AS who,
                   CASE r.sort_order WHEN 'DESCENDING' THEN ~e.sort_key ELSE e.sort_key END AS score
            FROM entry AS e
            JOIN ranking AS r ON r.id = e.ranking_id
            JOIN leaderboard_window AS w ON w.id = r.window_id
            JOIN leaderboard AS l ON l.id = w.leaderboard_id
            JOIN participant AS p ON p.id = e.participant_id
            WHERE l.key = :board AND l.app_id = :app
            """;

    public static List<Stood> of(LaurelServer server, String board) {
        return server.bean(Sql.class)
                .of(ALL)
                .bind("board", board)
                .bind("app", server.appId())
                .list(Stood.class);
    }

    /** Group and score of one participant in the groups of one window. */
    public static List<String> of(LaurelServer server, String board, String window, String who) {
        return of(server, board).stream()
                .filter(stood -> stood.window.equals(window) && stood.who.equals(who))
                .map(stood -> stood.grouping + " " + stood.score)
                .sorted()
                .toList();
    }
}
