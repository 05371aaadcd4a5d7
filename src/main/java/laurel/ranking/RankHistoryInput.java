package laurel.ranking;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Predicate;
import laurel.graphql.Cursor;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import laurel.ranking.RankHistoryRepository.RankHistory;
import laurel.window.Window;

/** Reads which history is meant; invalid arguments throw a RequestException. */
final class RankHistoryInput {
    /** Each window may lie in a partition of its own, and one statement names them all. */
    private static final int MOST = 100;

    private RankHistoryInput() {}

    /** @param now the board's present */
    static RankHistory of(Input input, Leaderboard board, Group group, Instant now) {
        WindowDefinition definition = definition(input, board);
        int first = PageSize.checked("first", input.integer("first"), 1, MOST);
        ZoneId zone = definition.ofZone() ? board.zone(group) : board.zone();
        String after = input.optionalString("after");
        String list = list(board, definition.id(), group);
        Long from = after == null ? null : Cursor.parse(after, list, key -> Long.valueOf(key.getFirst()));
        return new RankHistory(board.id(), definition.id(), zone, now, first + 1, from);
    }

    static String cursor(Leaderboard board, Group group, Window window) {
        return new Cursor(list(board, window.definition(), group), List.of(Long.toString(window.id()))).text();
    }

    private static String list(Leaderboard board, String definition, Group group) {
        return "rankHistory:" + board.id() + ":" + definition + ":" + group.values();
    }

    private static WindowDefinition definition(Input input, Leaderboard board) {
        WindowKind kind = input.optionalConstant(WindowKind.class, "kind");
        String name = input.optionalString("definition");
        if (kind == null && name == null) {
            throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "`kind` or `definition` must be set.");
        }
        Predicate<WindowDefinition> meant = definition -> (kind == null || definition.kind() == kind)
                && (name == null || definition.id().equals(name));
        List<WindowDefinition> found = board.windows().stream().filter(meant).toList();
        if (found.size() == 1) {
            return found.getFirst();
        }
        // Windows of a kind that it has no more can still be read.
        if (kind != null && kind != WindowKind.CUSTOM && meant.test(new WindowDefinition(kind))) {
            return new WindowDefinition(kind);
        }
        throw new RequestException(
                RequestErrorCode.UNKNOWN_WINDOW_DEFINITION,
                found.isEmpty()
                        ? "The leaderboard has no such window definition."
                        : "The leaderboard has several window definitions of this kind; `definition` must be set.");
    }
}
