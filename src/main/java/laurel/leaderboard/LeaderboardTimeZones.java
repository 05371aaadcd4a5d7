package laurel.leaderboard;

import static java.util.Objects.requireNonNull;

import io.micronaut.core.annotation.Order;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.sql.Versioned;
import laurel.group.GroupListener;
import laurel.group.GroupTimeZones;
import laurel.group.GroupTimeZones.AppAttribute;
import laurel.group.GroupValue;
import laurel.group.TimeZones;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Time zones that leaderboards have from the group directory: adds them to leaderboards, and keeps those of groups that have
 * scores, and the number of windows of leaderboards that follow them.
 */
@Singleton
@Order(2)
class LeaderboardTimeZones implements GroupListener {
    private static final String TIME_ZONE = "timeZone";

    private final LeaderboardRepository repository;
    private final TimeZones timeZones;

    LeaderboardTimeZones(LeaderboardRepository repository, TimeZones timeZones) {
        this.repository = repository;
        this.timeZones = timeZones;
    }

    /** Locks the time zones of an attribute that a leaderboard begins to follow; null is none. Before leaderboards are locked. */
    void lockAttribute(int app, @Nullable String attribute) {
        if (attribute != null) {
            timeZones.lock(app, attribute);
        }
    }

    /** Adds the time zones of groups to leaderboards that follow the directory. */
    List<Leaderboard> complete(List<Leaderboard> boards) {
        Map<AppAttribute, GroupTimeZones> found = timeZones.of(boards.stream().map(Leaderboard::followedAttribute));
        return found.isEmpty()
                ? boards
                : boards.stream()
                        .map(board -> board.followedAttribute()
                                .map(found::get)
                                .map(board::with)
                                .orElse(board))
                        .toList();
    }

    /** Returns completed leaderboards by a property. */
    <K> Map<K, Leaderboard> complete(List<Leaderboard> boards, Function<Leaderboard, K> key) {
        return complete(boards).stream().collect(Collectors.toMap(key, Function.identity()));
    }

    /**
     * Returns completed leaderboards by a property. Leaves out the versions of those that depend on the directory, and of those
     * that change with each submission.
     */
    <K> Map<K, Versioned<Leaderboard>> completeVersions(
            List<Versioned<Leaderboard>> rows, Function<Leaderboard, K> key) {
        Map<K, Versioned<Leaderboard>> found = new HashMap<>();
        List<Leaderboard> changing = new ArrayList<>();
        for (Versioned<Leaderboard> row : rows) {
            Leaderboard board = row.value();
            if (board.clock() == LeaderboardClock.SYSTEM
                    && board.followedAttribute().isEmpty()) {
                found.put(key.apply(board), row);
            } else {
                changing.add(board);
            }
        }
        complete(changing).forEach(board -> found.put(key.apply(board), Versioned.unversioned(board)));
        return found;
    }

    Leaderboard complete(Leaderboard board) {
        return complete(List.of(board)).getFirst();
    }

    <K> Map<K, List<Leaderboard>> complete(Map<K, List<Leaderboard>> lists) {
        Map<Integer, Leaderboard> boards = complete(
                lists.values().stream().flatMap(List::stream).distinct().toList(), Leaderboard::id);
        return lists.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, list -> list.getValue().stream()
                .map(board -> requireNonNull(boards.get(board.id())))
                .toList()));
    }

    @Override
    public void lock(int app, String attribute) {
        repository.lock(repository.following(app, attribute));
    }

    @Override
    public void check(int app, GroupValue group, GroupTimeZones after) {
        List<Integer> ids = repository.following(app, group.attribute());
        if (repository.anyRanking(ids, group)) {
            throw new RefusedException(
                    ErrorCode.GROUP_HAS_SCORES,
                    "The time zone cannot change, because the group has scores in leaderboards that follow it.",
                    TIME_ZONE);
        }
        repository.byIds(app, ids).forEach(board -> board.with(after).checkWindows(TIME_ZONE));
    }
}
