package laurel.ranking.model;

import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.TieRule;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.Visibility;
import laurel.leaderboard.WindowKind;
import laurel.ranking.model.leaderboard.ModelGroup;
import laurel.ranking.model.leaderboard.ModelRules;
import laurel.ranking.model.leaderboard.ModelWindow;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random leaderboards of every kind. */
final class RandomLeaderboards {
    private static final List<String> EVERYONE = List.of();
    private static final List<String> REGION = List.of("region");
    private static final List<String> PLATFORM = List.of("platform");

    private RandomLeaderboards() {}

    static Arbitrary<ModelRules> rules() {
        var bounds = Arbitraries.of(Tuple.of(-3L, 3L), Tuple.of(0L, Long.MAX_VALUE), Tuple.of(Long.MIN_VALUE, 5L))
                .injectNull(0.6);
        var order = Combinators.combine(
                        Arbitraries.of(UpdateMode.class),
                        Arbitraries.of(SortOrder.class),
                        Arbitraries.of(TieRule.class))
                .as(Tuple::of);
        var time = Combinators.combine(
                        Arbitraries.of("UTC", "Asia/Kathmandu", "Asia/Tokyo").map(ZoneId::of), windows(), clock())
                .as(Tuple::of);
        return Combinators.combine(order, Arbitraries.integers().between(0, 9), bounds, time, groupings(), others())
                .as((how, decimals, between, when, groupings, visibility) -> new ModelRules(
                        how.get1(),
                        how.get2(),
                        how.get3(),
                        decimals,
                        between == null ? null : between.get1(),
                        between == null ? null : between.get2(),
                        when.get1(),
                        when.get2(),
                        groupings,
                        when.get3(),
                        visibility.get1(),
                        groupings.stream().anyMatch(visibility.get2()::isOf) ? visibility.get2() : null));
    }

    private static Arbitrary<List<WindowKind>> windows() {
        return Arbitraries.subsetOf(ModelWindow.KINDS)
                .map(kinds -> kinds.isEmpty() ? List.of(WindowKind.ALL_TIME) : List.copyOf(kinds));
    }

    private static Arbitrary<List<List<String>>> groupings() {
        return Arbitraries.of(
                List.of(EVERYONE),
                List.of(EVERYONE, REGION),
                List.of(REGION),
                List.of(EVERYONE, REGION, List.of("region", "platform")),
                List.of(List.of("platform", "region"), EVERYONE),
                List.of(PLATFORM, List.of("region", "platform")),
                List.of(List.of("region", "platform", "mode"), List.of("mode", "platform"), EVERYONE, PLATFORM));
    }

    private static Arbitrary<LeaderboardClock> clock() {
        return Arbitraries.frequency(Tuple.of(3, LeaderboardClock.SYSTEM), Tuple.of(1, LeaderboardClock.SUBMISSIONS));
    }

    private static Arbitrary<Tuple.Tuple2<Visibility, ModelGroup>> others() {
        return Combinators.combine(visibility(), reversedGroup()).as(Tuple::of);
    }

    /** A group with the opposite sort order, on leaderboards that have one. */
    private static Arbitrary<ModelGroup> reversedGroup() {
        return Arbitraries.of(
                new ModelGroup(Map.of("region", "eu")),
                new ModelGroup(Map.of("region", "eu", "platform", "pc")),
                new ModelGroup(Map.of("platform", "pc")));
    }

    private static Arbitrary<Visibility> visibility() {
        return Arbitraries.frequency(Tuple.of(4, Visibility.PUBLIC), Tuple.of(1, Visibility.PRIVATE));
    }
}
