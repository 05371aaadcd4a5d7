package laurel.ranking.graphql;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.ranking.history.RankHistoryRepository.RankHistory;
import laurel.request.Cursor;
import laurel.window.Window;
import laurel.window.WindowDefinitionRef;

/** Reads which history is meant; invalid arguments throw a RequestException. */
final class RankHistoryInput {
    /** Each window may lie in a partition of its own, and one statement names them all. */
    private static final int MOST = 100;

    private RankHistoryInput() {}

    /** @param now the board's present */
    static RankHistory of(Input input, Leaderboard board, Group group, WindowDefinitionRef definition, Instant now) {
        int first = PageSize.checked("first", input.integer("first"), 1, MOST);
        ZoneId zone = definition.followsTimeZone() ? board.timeZone(group) : board.timeZone();
        String after = input.optionalString("after");
        String list = list(board, definition.key(), group);
        Long from = after == null ? null : Cursor.parse(after, list, key -> Long.valueOf(key.getFirst()));
        return new RankHistory(board.id(), definition.key(), zone, now, first + 1, from);
    }

    static String cursor(Leaderboard board, Group group, Window window) {
        return new Cursor(list(board, window.definition(), group), List.of(Long.toString(window.id()))).text();
    }

    private static String list(Leaderboard board, String definition, Group group) {
        return "rankHistory:" + board.id() + ":" + definition + ":" + group.values();
    }
}
