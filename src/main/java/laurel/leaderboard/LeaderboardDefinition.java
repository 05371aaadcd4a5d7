package laurel.leaderboard;

import java.time.ZoneId;
import java.util.List;
import laurel.database.Json;
import laurel.participant.EntityType;
import laurel.refusal.RefusalCode;
import laurel.refusal.RefusedException;
import laurel.refusal.Text;
import org.jspecify.annotations.Nullable;

/**
 * What a client says a leaderboard shall be, in the client's terms; {@link #checked} is the same in the board's own
 * terms. The schema's input type states ranges and defaults.
 */
public record LeaderboardDefinition(
        String key,
        @Nullable String name,
        @Nullable String description,
        Json metadata,
        List<String> entityTypes,
        SortOrder sortOrder,
        UpdateMode updateMode,
        int decimals,
        @Nullable String minScore,
        @Nullable String maxScore,
        TieRule tieRule,
        String zone,
        List<List<String>> groupings,
        List<WindowDefinition> windows,
        BoardClock clock,
        Visibility visibility) {

    /** Most entity types of one board. */
    public static final int MAX_ENTITY_TYPES = 16;

    /** A definition that obeys every rule; scores are fixed-point. */
    public record Checked(
            String key,
            String name,
            @Nullable String description,
            Json metadata,
            List<String> entityTypes,
            SortOrder sortOrder,
            UpdateMode updateMode,
            int decimals,
            @Nullable Long minScore,
            @Nullable Long maxScore,
            TieRule tieRule,
            ZoneId zone,
            List<Grouping> groupings,
            List<WindowDefinition> windows,
            BoardClock clock,
            Visibility visibility) {}

    /**
     * Checks this. Refuses, in this order: INVALID_KEY, INVALID_TEXT, INVALID_ZONE, INVALID_METADATA, INVALID_DECIMALS,
     * NOT_A_NUMBER, OUT_OF_RANGE, TOO_MANY_DECIMALS, INVALID_BOUNDS, INVALID_WINDOWS, INVALID_GROUPINGS,
     * INVALID_ENTITY_TYPE.
     */
    Checked checked() {
        Text.key(key, "key");
        String shownName = name == null ? key : Text.line(name, Text.MAX_NAME, RefusalCode.INVALID_TEXT, "name");
        if (description != null) {
            Text.lines(description, Text.MAX_DESCRIPTION, "description");
        }
        ZoneId checkedZone = Text.zone(zone, "zone");
        Text.json(metadata.text(), "metadata");
        if (decimals < 0 || decimals > 9) {
            throw new RefusedException(RefusalCode.INVALID_DECIMALS, "Decimals are 0 to 9.", "decimals");
        }
        Long min = bound(minScore, "minScore");
        Long max = bound(maxScore, "maxScore");
        if (min != null && max != null && min > max) {
            throw new RefusedException(RefusalCode.INVALID_BOUNDS, "minScore exceeds maxScore.", "minScore");
        }
        checkWindows();
        List<Grouping> checkedGroupings = Grouping.checked(groupings, "groupings");
        checkEntityTypes();
        return new Checked(
                key,
                shownName,
                description,
                metadata,
                entityTypes.stream().distinct().toList(),
                sortOrder,
                updateMode,
                decimals,
                min,
                max,
                tieRule,
                checkedZone,
                checkedGroupings,
                windows,
                clock,
                visibility);
    }

    private @Nullable Long bound(@Nullable String text, String name) {
        return text == null ? null : new ScoreFormat(decimals).parse(text, name);
    }

    private void checkWindows() {
        long kinds = windows.stream().map(WindowDefinition::kind).distinct().count();
        if (windows.isEmpty() || kinds < windows.size()) {
            throw new RefusedException(
                    RefusalCode.INVALID_WINDOWS,
                    "A leaderboard has one window definition or more, each kind once.",
                    "windows");
        }
    }

    private void checkEntityTypes() {
        if (entityTypes.isEmpty() || entityTypes.size() > MAX_ENTITY_TYPES) {
            throw new RefusedException(
                    RefusalCode.INVALID_ENTITY_TYPE,
                    "A leaderboard accepts 1 to " + MAX_ENTITY_TYPES + " entity types.",
                    "entityTypes");
        }
        entityTypes.forEach(type -> EntityType.checked(type, "entityTypes"));
    }
}
