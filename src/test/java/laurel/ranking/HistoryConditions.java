package laurel.ranking;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/** Conditions on standings of a participant; null for the default. */
record HistoryConditions(
        @Nullable List<String> boards,
        @Nullable List<WindowKind> kinds,
        @Nullable List<String> states,
        @Nullable String visibility,
        @Nullable String archived,
        @Nullable Instant start,
        @Nullable Instant end,
        @Nullable String groups) {
    boolean matches(HistoryItem item) {
        boolean secret = item.board().equals("secret");
        boolean old = item.board().equals("old");
        return (boards == null || boards.contains(item.board()))
                && (kinds == null || kinds.contains(item.kind()))
                && (states == null || states.contains(item.state()))
                && (!secret || (visibility != null && !visibility.equals("PUBLIC")))
                && (secret || !"PRIVATE".equals(visibility))
                && (!old || (archived != null && !archived.equals("EXCLUDE")))
                && (old || !"ONLY".equals(archived))
                && (start == null || item.endsAt() == null || item.endsAt().isAfter(start))
                && (end == null || item.startsAt() == null || item.startsAt().isBefore(end))
                && (!"EVERYONE".equals(groups) || item.group().isEmpty());
    }

    Map<String, Object> input() {
        Map<String, Object> input = new HashMap<>();
        put(input, "leaderboardKeys", boards);
        put(input, "windowKinds", kinds);
        put(input, "windowStates", states);
        put(input, "visibility", visibility);
        put(input, "archived", archived);
        put(input, "startTime", start == null ? null : start.toString());
        put(input, "endTime", end == null ? null : end.toString());
        put(input, "groups", groups);
        return input;
    }

    private static void put(Map<String, Object> input, String name, @Nullable Object value) {
        if (value != null) {
            input.put(name, value);
        }
    }

    /** No conditions. */
    static final HistoryConditions NONE = new HistoryConditions(null, null, null, null, null, null, null, null);

    /** Random conditions, most of them null. */
    static HistoryConditions random(Random random) {
        Instant start = random.nextInt(3) > 0 ? null : moment(random);
        Instant end = random.nextInt(3) > 0 ? null : start == null ? moment(random) : start.plus(Duration.ofDays(9));
        return new HistoryConditions(
                random.nextInt(3) > 0 ? null : some(random, List.copyOf(HistoryLeaderboards.BOARDS.keySet())),
                random.nextInt(3) > 0 ? null : some(random, List.of(WindowKind.values())),
                random.nextInt(3) > 0 ? null : some(random, List.of("OPEN", "GRACE", "FINAL", "EXPIRED")),
                random.nextBoolean()
                        ? null
                        : List.of("PUBLIC", "PRIVATE", "ALL").get(random.nextInt(3)),
                random.nextBoolean()
                        ? null
                        : List.of("EXCLUDE", "INCLUDE", "ONLY").get(random.nextInt(3)),
                start,
                end,
                random.nextBoolean() ? null : List.of("EVERYONE", "ALL").get(random.nextInt(2)));
    }

    private static Instant moment(Random random) {
        // Often the bound of a window.
        Instant moment =
                HistoryLeaderboards.START.plus(Duration.ofHours(random.nextInt(HistoryLeaderboards.DAYS * 24)));
        return random.nextBoolean() ? moment : moment.truncatedTo(ChronoUnit.DAYS);
    }

    private static <T> List<T> some(Random random, List<T> of) {
        return of.stream().filter(one -> random.nextBoolean()).toList();
    }
}
