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
import laurel.change.Differences;
import laurel.change.ListDifference;
import laurel.ranking.Standing;
import laurel.request.Emission;
import laurel.request.EventSource;
import org.jspecify.annotations.Nullable;

/** A client that applies the events that it receives to its copy of a ranking. */
abstract sealed class LiveClient {
    private final LiveBoard board;
    private final Map<String, Object> ranking;
    private final Interest interest;
    private final Follower follower = new Follower();
    private EventSource.@Nullable Subscription subscription;
    private @Nullable String cursor;
    private boolean resuming;
    private int resumed;

    /** An entry in the ranking, or in the copy. */
    @Introspected
    record ListedEntry(long participant, long sortKey, long submission, int rank) {
        static ListedEntry of(Standing standing) {
            return new ListedEntry(
                    standing.participantId(),
                    standing.key().sortKey(),
                    standing.submissionId(),
                    requireNonNull(standing.ranks().rank()));
        }
    }

    private LiveClient(LiveBoard board, Map<String, Object> ranking, Interest interest) {
        this.board = board;
        this.ranking = ranking;
        this.interest = interest;
    }

    void subscribe() {
        resuming = cursor != null;
        subscription = board.follow(follower, interest, cursor, ranking);
    }

    void subscribeOrLeave(Random random) {
        if (subscription == null && random.nextInt(3) == 0) {
            subscribe();
        } else if (subscription != null && random.nextInt(8) == 0) {
            subscription.close();
            subscription = null;
        }
    }

    boolean isWhole() {
        return interest instanceof Interest.Around around && around.whole();
    }

    /** Number of times that it resumed without a snapshot. */
    int resumed() {
        return resumed;
    }

    void check(LiveBoard of) {
        if (subscription == null) {
            return;
        }
        List<Emission> received = follower.take();
        assertThat(received).hasSizeLessThanOrEqualTo(1);
        resumed += resuming && received.stream().noneMatch(emission -> isSnapshot(emission.value())) ? 1 : 0;
        resuming = false;
        received.forEach(emission -> {
            if (!isSnapshot(emission.value())) {
                assertThat(baseOf(emission.value()))
                        .as("cursor of the previous event")
                        .isEqualTo(cursor);
            }
            cursor = apply(emission.value());
        });
        checkCopy(of.standing(ranking));
    }

    private static @Nullable String baseOf(Object event) {
        return switch (event) {
            case RankingEvents.TopStandingsEvent top -> top.baseCursor();
            case AroundEvent around -> around.baseCursor();
            default -> ((RankingEvents.RanksEvent) event).baseCursor();
        };
    }

    private static boolean isSnapshot(Object event) {
        return baseOf(event) == null;
    }

    /** Applies an event, and returns its cursor. */
    abstract String apply(Object event);

    abstract void checkCopy(List<ListedEntry> standing);

    static final class OfTop extends LiveClient {
        private final int first;
        private List<Standing> list = List.of();
        private List<Standing> whole = List.of();

        OfTop(LiveBoard board, Map<String, Object> ranking, int first) {
            super(board, ranking, new Interest.Top(first));
            this.first = first;
        }

        @Override
        String apply(Object event) {
            RankingEvents.TopStandingsEvent change = (RankingEvents.TopStandingsEvent) event;
            list = Differences.apply(
                    new ListDifference<>(change.removed(), change.upserted()),
                    change.baseCursor() == null ? List.of() : list,
                    Standing::participantId,
                    standing -> requireNonNull(standing.ranks().position()));
            whole = change.standings();
            return change.cursor();
        }

        @Override
        void checkCopy(List<ListedEntry> standing) {
            List<ListedEntry> copy = new ArrayList<>();
            for (Standing one : list) {
                boolean ties =
                        !copy.isEmpty() && copy.getLast().sortKey == one.key().sortKey();
                int rank = ties ? copy.getLast().rank : copy.size() + 1;
                copy.add(new ListedEntry(one.participantId(), one.key().sortKey(), one.submissionId(), rank));
            }
            assertThat(copy).isEqualTo(standing.stream().limit(first).toList());
            assertThat(whole.stream().map(ListedEntry::of))
                    .as("all standings of the event")
                    .isEqualTo(copy);
        }
    }

    static final class OfRanks extends LiveClient {
        private final Set<String> names;
        private final LiveBoard board;
        private final Map<Long, ListedEntry> rows = new TreeMap<>();

        OfRanks(LiveBoard board, Map<String, Object> ranking, boolean whole, String... participants) {
            super(
                    board,
                    ranking,
                    new Interest.Ranks(LiveBoard.ranks(participants).participants(), whole));
            this.board = board;
            this.names = Set.of(participants);
        }

        @Override
        String apply(Object event) {
            RankingEvents.RanksEvent changes = (RankingEvents.RanksEvent) event;
            boolean first = changes.baseCursor() == null;
            if (first) {
                rows.clear();
            }
            for (WatchedStandingChange change : changes.changes()) {
                ListedEntry row = rows.remove(change.participantId());
                assertThat(change.previousRank()).isEqualTo(row == null ? null : row.rank);
                assertThat(change.reason() == null).isEqualTo(first);
                if (change.standing() != null) {
                    rows.put(change.participantId(), ListedEntry.of(change.standing()));
                    assertThat(change.rank())
                            .isEqualTo(change.standing().ranks().rank());
                }
            }
            assertThat(changes.standings().stream().map(ListedEntry::of))
                    .as("all standings of the event")
                    .containsExactlyInAnyOrderElementsOf(rows.values());
            return changes.cursor();
        }

        @Override
        void checkCopy(List<ListedEntry> standing) {
            Set<Long> ids = new HashSet<>(board.ids(names));
            assertThat(rows.values())
                    .containsExactlyInAnyOrderElementsOf(standing.stream()
                            .filter(row -> ids.contains(row.participant))
                            .toList());
        }
    }

    static final class OfAround extends LiveClient {
        private final LiveBoard board;
        private final String name;
        private final int above;
        private final int below;
        private List<Standing> list = List.of();
        private int startPosition;
        private int startRank;
        private @Nullable List<Standing> received;

        OfAround(LiveBoard board, Map<String, Object> ranking, String name, int above, int below, boolean whole) {
            super(board, ranking, around(name, above, below, whole));
            this.board = board;
            this.name = name;
            this.above = above;
            this.below = below;
        }

        private static Interest around(String name, int above, int below, boolean whole) {
            return new Interest.Around(LiveBoard.ranks(name).participants().getFirst(), above, below, whole);
        }

        @Override
        String apply(Object event) {
            AroundEvent change = (AroundEvent) event;
            Standing start = change.start();
            startPosition = start == null ? 1 : requireNonNull(start.ranks().position());
            startRank = start == null ? 1 : requireNonNull(start.ranks().rank());
            list = Differences.apply(
                    new ListDifference<>(change.removed(), change.upserted()),
                    change.baseCursor() == null ? List.of() : list,
                    Standing::participantId,
                    standing -> requireNonNull(standing.ranks().position()) - startPosition + 1);
            received = change.standings();
            return change.cursor();
        }

        @Override
        void checkCopy(List<ListedEntry> standing) {
            List<ListedEntry> copy = new ArrayList<>();
            for (Standing one : list) {
                boolean ties =
                        !copy.isEmpty() && copy.getLast().sortKey == one.key().sortKey();
                int rank = copy.isEmpty() ? startRank : ties ? copy.getLast().rank : startPosition + copy.size();
                copy.add(new ListedEntry(one.participantId(), one.key().sortKey(), one.submissionId(), rank));
            }
            assertThat(copy).isEqualTo(expected(standing));
            if (!copy.isEmpty()) {
                assertThat(standing.get(startPosition - 1)).isEqualTo(copy.getFirst());
            }
            if (received != null) {
                assertThat(received.stream().map(ListedEntry::of))
                        .as("all standings of the event")
                        .isEqualTo(copy);
                checkMetrics(received, standing);
                received = null;
            }
        }

        private List<ListedEntry> expected(List<ListedEntry> standing) {
            Set<Long> ids = Set.copyOf(board.ids(Set.of(name)));
            for (int at = 0; at < standing.size(); at++) {
                if (ids.contains(standing.get(at).participant)) {
                    return standing.subList(Math.max(0, at - above), Math.min(standing.size(), at + below + 1));
                }
            }
            return List.of();
        }

        private void checkMetrics(List<Standing> received, List<ListedEntry> standing) {
            for (int n = 0; n < received.size(); n++) {
                Standing one = received.get(n);
                assertThat(one.ranks().position()).isEqualTo(startPosition + n);
                assertThat(one.ranks().total()).isEqualTo(standing.size());
                if (isWhole()) {
                    List<Long> better = standing.stream()
                            .map(ListedEntry::sortKey)
                            .filter(key -> key < one.key().sortKey())
                            .distinct()
                            .toList();
                    assertThat(one.ranks().denseRank()).isEqualTo(better.size() + 1);
                    assertThat(one.ahead()).isEqualTo(better.isEmpty() ? null : better.getLast());
                }
            }
        }
    }
}
