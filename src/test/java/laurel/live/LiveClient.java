package laurel.live;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.annotation.Introspected;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import laurel.change.ListDifference;
import laurel.ranking.Standing;
import laurel.request.Emission;
import laurel.request.EventSource;
import org.jspecify.annotations.Nullable;

/** A client that makes of what it is told what it believes to stand. */
abstract sealed class LiveClient {
    private final LiveBoard board;
    private final Map<String, Object> ranking;
    private final Interest wanted;
    private final Follower follower = new Follower();
    private EventSource.@Nullable Telling telling;
    private @Nullable String cursor;
    private boolean away;
    private int resumed;

    /** What stands, or is believed to: whose entry, made by which submission, at which rank. */
    @Introspected
    record Row(long who, long sortKey, long submission, int rank) {
        static Row of(Standing standing) {
            return new Row(
                    standing.participantId(),
                    standing.place().sortKey(),
                    standing.submissionId(),
                    requireNonNull(standing.ranks().rank()));
        }
    }

    private LiveClient(LiveBoard board, Map<String, Object> ranking, Interest wanted) {
        this.board = board;
        this.ranking = ranking;
        this.wanted = wanted;
    }

    void comes() {
        away = cursor != null;
        telling = board.follow(follower, wanted, cursor, ranking);
    }

    void comesOrGoes(Random random) {
        if (telling == null && random.nextInt(3) == 0) {
            comes();
        } else if (telling != null && random.nextInt(8) == 0) {
            telling.close();
            telling = null;
        }
    }

    /** How often it came back and was told no more than what it had missed. */
    int resumed() {
        return resumed;
    }

    void check(LiveBoard of) {
        if (telling == null) {
            return;
        }
        List<Emission> told = follower.take();
        assertThat(told).hasSizeLessThanOrEqualTo(1);
        resumed += away && told.stream().noneMatch(emission -> full(emission.value())) ? 1 : 0;
        away = false;
        told.forEach(emission -> {
            if (!full(emission.value())) {
                assertThat(baseOf(emission.value())).as("of the event before").isEqualTo(cursor);
            }
            cursor = take(emission.value());
        });
        checkBelief(of.standing(ranking));
    }

    private static @Nullable String baseOf(Object told) {
        return told instanceof RankingEvents.TopStandingsEvent top
                ? top.baseCursor()
                : ((RankingEvents.RanksEvent) told).baseCursor();
    }

    private static boolean full(Object told) {
        return baseOf(told) == null;
    }

    /** Believes what it is told, and gives the cursor. */
    abstract String take(Object told);

    abstract void checkBelief(List<Row> standing);

    static final class OfTop extends LiveClient {
        private final int first;
        private List<Standing> list = List.of();
        private List<Standing> whole = List.of();

        OfTop(LiveBoard board, Map<String, Object> ranking, int first) {
            super(board, ranking, new Interest.Top(first));
            this.first = first;
        }

        @Override
        String take(Object told) {
            RankingEvents.TopStandingsEvent change = (RankingEvents.TopStandingsEvent) told;
            list = new ListDifference<>(change.removed(), change.upserted())
                    .apply(
                            change.baseCursor() == null ? List.of() : list,
                            Standing::participantId,
                            standing -> requireNonNull(standing.ranks().position()));
            whole = change.standings();
            return change.cursor();
        }

        @Override
        void checkBelief(List<Row> standing) {
            List<Row> believed = new ArrayList<>();
            for (Standing one : list) {
                boolean ties = !believed.isEmpty()
                        && believed.getLast().sortKey == one.place().sortKey();
                int rank = ties ? believed.getLast().rank : believed.size() + 1;
                believed.add(new Row(one.participantId(), one.place().sortKey(), one.submissionId(), rank));
            }
            assertThat(believed).isEqualTo(standing.stream().limit(first).toList());
            assertThat(whole.stream().map(Row::of))
                    .as("the whole list of the event")
                    .isEqualTo(believed);
        }
    }

    static final class OfRanks extends LiveClient {
        private final Set<String> names;
        private final LiveBoard board;
        private final Map<Long, Row> rows = new TreeMap<>();

        OfRanks(LiveBoard board, Map<String, Object> ranking, boolean whole, String... who) {
            super(board, ranking, new Interest.Ranks(LiveBoard.ranks(who).who(), whole));
            this.board = board;
            this.names = Set.of(who);
        }

        @Override
        String take(Object told) {
            RankingEvents.RanksEvent changes = (RankingEvents.RanksEvent) told;
            boolean first = changes.baseCursor() == null;
            if (first) {
                rows.clear();
            }
            for (WatchedStandingChange change : changes.changes()) {
                Row row = rows.remove(change.participantId());
                assertThat(change.previousRank()).isEqualTo(row == null ? null : row.rank);
                assertThat(change.reason() == null).isEqualTo(first);
                if (change.standing() != null) {
                    rows.put(change.participantId(), Row.of(change.standing()));
                    assertThat(change.rank())
                            .isEqualTo(change.standing().ranks().rank());
                }
            }
            assertThat(changes.standings().stream().map(Row::of))
                    .as("the whole list of the event")
                    .containsExactlyInAnyOrderElementsOf(rows.values());
            return changes.cursor();
        }

        @Override
        void checkBelief(List<Row> standing) {
            Set<Long> ids = new HashSet<>(board.ids(names));
            assertThat(rows.values())
                    .containsExactlyInAnyOrderElementsOf(standing.stream()
                            .filter(row -> ids.contains(row.who))
                            .toList());
        }
    }
}
