package laurel.leaderboard;

import io.micronaut.core.annotation.Introspected;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import laurel.request.ErrorCode;
import laurel.request.Measured;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * A leaderboard.
 *
 * @param key      its name in URLs and queries, unique in its app
 * @param clockAt  on {@link LeaderboardClock#SUBMISSIONS}, the latest moment received; null before the first
 * @param scoredAt when it took its first submission; null before
 * @param receivedAt when it last received one, told at most once an hour; null before the first
 * @param finalizedThrough the latest end of grace of its windows that are final or being made so; null before the first
 * @param seasons  what people have set, in order of number
 * @param version  grows with every change of the definition, and when it is archived or no more
 */
@Introspected
public record Leaderboard(
        int id,
        int appId,
        String key,
        LeaderboardDefinition definition,
        @Nullable Instant clockAt,
        @Nullable Instant scoredAt,
        @Nullable Instant receivedAt,
        @Nullable Instant finalizedThrough,
        List<Season> seasons,
        int version,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant archivedAt)
        implements Measured {
    private static final int ITEM = 100;

    @Override
    public long heldBytes() {
        String description = definition.description();
        long items = seasons.size()
                + (long) definition.windowDefinitions().size()
                + definition.groupOverrides().size()
                + definition.entityTypes().size();
        return definition.metadata().text().length() + (description == null ? 0 : description.length()) + ITEM * items;
    }

    /** Tells boards apart as well as all of the definition would; each item of a batch looks up by its board. */
    @Override
    public int hashCode() {
        return 31 * id + version;
    }

    /** Types of participants that it accepts. */
    public List<String> entityTypes() {
        return definition.entityTypes();
    }

    public SortOrder sortOrder() {
        return definition.sortOrder();
    }

    public UpdateMode updateMode() {
        return definition.updateMode();
    }

    public int decimals() {
        return definition.decimals();
    }

    public TieRule tieRule() {
        return definition.tieRule();
    }

    /** The zone of its calendar windows. */
    public ZoneId timeZone() {
        return definition.timeZone();
    }

    public List<Grouping> groupings() {
        return definition.groupings();
    }

    public List<WindowDefinition> windowDefinitions() {
        return definition.windowDefinitions();
    }

    /** The window definition of this key, or the first if it is null; empty if it has no such definition. */
    public Optional<WindowDefinition> windowDefinition(@Nullable String key) {
        return windowDefinitions().stream()
                .filter(definition -> key == null || definition.key().equals(key))
                .findFirst();
    }

    public LeaderboardClock clock() {
        return definition.clock();
    }

    /**
     * The board's own time at a moment of the service's clock; on a board that has received nothing, that moment
     * itself. Never before what it has finalised, whatever the clock says.
     */
    public Instant time(Instant now) {
        Instant time = clock() == LeaderboardClock.SUBMISSIONS && clockAt != null ? clockAt : now;
        return finalizedThrough != null && finalizedThrough.isAfter(time) ? finalizedThrough : time;
    }

    /** The same definition once this much has been received and finalised. */
    Leaderboard at(
            @Nullable Instant clock,
            @Nullable Instant scored,
            @Nullable Instant received,
            @Nullable Instant finalized) {
        return new Leaderboard(
                id,
                appId,
                key,
                definition,
                clock,
                scored,
                received,
                finalized,
                seasons,
                version,
                createdAt,
                updatedAt,
                archivedAt);
    }

    /**
     * Whether it is to be archived, because since its last submission, and since a person changed it, it has received
     * nothing for as long as its definition allows. When it last received one is told once an hour, so that hour is let
     * pass too.
     */
    boolean idle(Instant now) {
        Instant last = receivedAt == null || receivedAt.isBefore(updatedAt) ? updatedAt : receivedAt;
        Duration after = definition.archiveAfter();
        return archivedAt == null
                && after != null
                && !last.plus(after).plus(Duration.ofHours(1)).isAfter(now);
    }

    /** The order in which a group ranks. */
    public SortOrder sortOrder(Group group) {
        return override(group).map(GroupOverride::sortOrder).orElse(sortOrder());
    }

    /** The zone whose calendar a group follows. */
    public ZoneId timeZone(Group group) {
        return override(group).map(GroupOverride::timeZone).orElse(timeZone());
    }

    /**
     * The zones that its windows of this definition follow: its own; where it is of the wall clock, also those of
     * groups.
     */
    public Set<ZoneId> timeZones(WindowDefinition of) {
        Set<ZoneId> timeZones = new LinkedHashSet<>(Set.of(timeZone()));
        if (of.followsTimeZone()) {
            definition.groupOverrides().stream()
                    .map(GroupOverride::timeZone)
                    .filter(Objects::nonNull)
                    .forEach(timeZones::add);
        }
        return timeZones;
    }

    /** Whether some of its groups follow another calendar than the others. */
    public boolean hasGroupTimeZones() {
        return definition.groupOverrides().stream().anyMatch(override -> override.timeZone() != null);
    }

    private Optional<GroupOverride> override(Group group) {
        return definition.groupOverrides().stream()
                .filter(override -> override.group().equals(group))
                .findFirst();
    }

    /** Refuses a fixed-point score outside the board's bounds as SCORE_OUT_OF_BOUNDS. */
    public void checkBounds(long score, String... path) {
        checkSum(null, score, path);
    }

    /**
     * Refuses a fixed-point sum outside the board's bounds as SCORE_OUT_OF_BOUNDS, unless it has come nearer to them: a
     * removal, or other bounds, can leave a sum outside.
     *
     * @param before the sum that stood; null where none did
     */
    public void checkSum(@Nullable Long before, long sum, String... path) {
        Long min = definition.minScore();
        Long max = definition.maxScore();
        boolean below = min != null && sum < min && (before == null || before >= sum);
        boolean above = max != null && sum > max && (before == null || before <= sum);
        if (below || above) {
            throw new RefusedException(
                    ErrorCode.SCORE_OUT_OF_BOUNDS,
                    "`" + scoreFormat().format(sum) + "` must be " + bounds(min, max) + ".",
                    path);
        }
    }

    private String bounds(@Nullable Long min, @Nullable Long max) {
        if (min == null || max == null) {
            return min == null
                    ? "at most " + scoreFormat().format(max == null ? 0 : max)
                    : "at least " + scoreFormat().format(min);
        }
        return "between " + scoreFormat().format(min) + " and " + scoreFormat().format(max);
    }

    /** Whether it has other rankings than those of everyone. */
    public boolean grouped() {
        return !groupings().equals(List.of(Grouping.EVERYONE));
    }

    /** The grouping of a group of these attributes; empty where it has none such. */
    public Optional<Grouping> grouping(Collection<String> attributes) {
        return groupings().stream().filter(grouping -> grouping.has(attributes)).findFirst();
    }

    /** Reads and writes this board's scores. */
    public ScoreFormat scoreFormat() {
        return new ScoreFormat(decimals());
    }
}
