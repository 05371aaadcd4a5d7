package laurel.activity.model;

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Window definitions of the social policy's leaderboards. A window is identified by its first day; the all-time window
 * by {@code ever}. A rolling window of n days opens every day, so each day is in n of them.
 */
enum ModelWindowDefinition {
    DAILY,
    WEEKLY,
    MONTHLY,
    ALL_TIME,
    ROLLING_7,
    ROLLING_30;

    /** The windows that contain a day. */
    List<String> containing(LocalDate day) {
        return switch (this) {
            case DAILY -> List.of(day.toString());
            case WEEKLY ->
                List.of(day.minusDays(day.getDayOfWeek().getValue() - 1L).toString());
            case MONTHLY -> List.of(day.withDayOfMonth(1).toString());
            case ALL_TIME -> List.of("ever");
            case ROLLING_7 -> rolling(day, 7);
            case ROLLING_30 -> rolling(day, 30);
        };
    }

    private static List<String> rolling(LocalDate day, int length) {
        return IntStream.range(0, length)
                .mapToObj(back -> day.minusDays(back).toString())
                .toList();
    }

    /** Variables of a query that selects this definition. */
    Map<String, String> variables() {
        return switch (this) {
            case ROLLING_7 -> Map.of("definition", "rolling-7");
            case ROLLING_30 -> Map.of("definition", "rolling-30");
            default -> Map.of("definition", name().toLowerCase(Locale.ROOT).replace('_', '-'));
        };
    }
}
