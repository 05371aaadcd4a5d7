package laurel.leaderboard;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Transient;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import laurel.group.GroupTimeZones;
import laurel.group.GroupTimeZones.AppAttribute;
import laurel.request.ErrorCode;
import laurel.request.Measured;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * A leaderboard.
 *
 * @param key       its name in URLs and queries, unique in the app
 * @param clockAt   with {@link LeaderboardClock#SUBMISSIONS}, time of the latest score received; null before the
 *                  first submission
 * @param scoredAt  time of the first submission; null before it
 * @param receivedAt time of the last submission, updated at most once an hour; null before the first
 * @param finalizedThrough the latest {@code finalizesAt} of its windows that are final or being finalized; null if there
 *                  are none
 * @param seasons   started and planned seasons, in order of number
 * @param version   incremented when the definition or the seasons change, and when it is archived or unarchived
 * @param groupTimeZones the directory's time zones of groups of {@code timeZoneAttribute}; null if it follows none
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
        @Nullable Instant archivedAt,
        @Transient @Nullable GroupTimeZones groupTimeZones)
        implements Measured {
    /** Approximate size of a list item in memory, in bytes. */
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

    /** Cheaper than hashing the definition, and as selective: each item of a batch is looked up by its leaderboard. */
    @Override
    public int hashCode() {
        return 31 * id + version;
    }

    /** Entity types of the participants that it accepts. */
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

    /** Time zone of its calendar windows. */
    public ZoneId timeZone() {
        return definition.timeZone();
    }

    public List<Grouping> groupings() {
        return definition.groupings();
    }

    public List<WindowDefinition> windowDefinitions() {
        return definition.windowDefinitions();
    }

    /** Returns the window definition with this key; the first if the key is null. Empty if it has no such definition. */
    public Optional<WindowDefinition> windowDefinition(@Nullable String key) {
        return windowDefinitions().stream()
                .filter(definition -> key == null || definition.key().equals(key))
                .findFirst();
    }

    public LeaderboardClock clock() {
        return definition.clock();
    }

    /**
     * Returns the leaderboard's current time, given the service's. They are the same until a leaderboard with the
     * SUBMISSIONS clock has received something. Never before {@code finalizedThrough}, even if the clock goes back.
     */
    public Instant time(Instant now) {
        Instant time = clock() == LeaderboardClock.SUBMISSIONS && clockAt != null ? clockAt : now;
        return finalizedThrough != null && finalizedThrough.isAfter(time) ? finalizedThrough : time;
    }

    /** Returns this leaderboard with another state. */
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
                archivedAt,
                groupTimeZones);
    }

    /** Returns the attribute whose groups have the time zones of the directory; empty if there is none. */
    Optional<AppAttribute> followedAttribute() {
        return Optional.ofNullable(definition.timeZoneAttribute()).map(attribute -> new AppAttribute(appId, attribute));
    }

    /** Returns this leaderboard with time zones of the directory. */
    Leaderboard with(GroupTimeZones timeZones) {
        return new Leaderboard(
                id,
                appId,
                key,
                definition,
                clockAt,
                scoredAt,
                receivedAt,
                finalizedThrough,
                seasons,
                version,
                createdAt,
                updatedAt,
                archivedAt,
                timeZones);
    }

    /**
     * Whether it is due to be archived: it plans no season, was not changed and received no submission for {@code archiveAfter}.
     * {@code receivedAt} may lag by an hour, so an hour more must have passed.
     */
    boolean idle(Instant now) {
        Instant last = receivedAt == null || receivedAt.isBefore(updatedAt) ? updatedAt : receivedAt;
        Duration after = definition.archiveAfter();
        return archivedAt == null
                && after != null
                && !last.plus(after).plus(Duration.ofHours(1)).isAfter(now)
                && !(definition.hasSeasons() && seasons.stream().anyMatch(season -> !season.started()));
    }

    /** Returns the sort order of a group. */
    public SortOrder sortOrder(Group group) {
        return override(group).map(GroupOverride::sortOrder).orElse(sortOrder());
    }

    /** Returns how scores combine in a group. */
    public UpdateMode updateMode(Group group) {
        return override(group).map(GroupOverride::updateMode).orElse(updateMode());
    }

    /** Whether scores combine in some group in another way than in the leaderboard. */
    public boolean hasGroupUpdateModes() {
        return definition.groupOverrides().stream().anyMatch(override -> override.changes(updateMode()));
    }

    /** Returns the time zone that a group follows: that of its override, else that of the directory, else the leaderboard's. */
    public ZoneId timeZone(Group group) {
        return override(group)
                .map(GroupOverride::timeZone)
                .or(() -> Optional.ofNullable(groupTimeZones).map(directory -> directory.of(group.values())))
                .orElse(timeZone());
    }

    /**
     * Returns the time zones in which this definition has windows: the leaderboard's, and those of groups if the definition
     * follows them.
     */
    public Set<ZoneId> timeZones(WindowDefinition windowDefinition) {
        return windowDefinition.followsTimeZone() ? timeZones() : Set.of(timeZone());
    }

    /** Returns the leaderboard's time zone, and those of groups. */
    private Set<ZoneId> timeZones() {
        Set<ZoneId> timeZones = new LinkedHashSet<>(Set.of(timeZone()));
        definition.groupOverrides().stream()
                .map(GroupOverride::timeZone)
                .filter(Objects::nonNull)
                .forEach(timeZones::add);
        if (groupTimeZones != null) {
            timeZones.addAll(groupTimeZones.all());
        }
        return timeZones;
    }

    /**
     * Refuses TOO_MANY_CURRENT_WINDOWS if it has more windows at the same time than allowed, in all time zones.
     *
     * @param path the field that is reported
     */
    void checkWindows(String path) {
        GroupOverrideInput.checkWindows(timeZones().size(), windowDefinitions(), path);
    }

    /** Whether a group has a time zone of its own. */
    public boolean hasGroupTimeZones() {
        return groupTimeZones != null
                || definition.groupOverrides().stream().anyMatch(override -> override.timeZone() != null);
    }

    private Optional<GroupOverride> override(Group group) {
        return definition.groupOverrides().stream()
                .filter(override -> override.group().equals(group))
                .findFirst();
    }

    /** Refuses SCORE_OUT_OF_BOUNDS for a fixed-point score outside the bounds. */
    public void checkBounds(long score, String... path) {
        checkSum(null, score, path);
    }

    /**
     * Refuses SCORE_OUT_OF_BOUNDS for a fixed-point sum outside the bounds, unless it has moved toward them: a removal, or a
     * change of the bounds, can leave a sum outside.
     *
     * @param before the previous sum; null if there is none
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

    /** Whether it has other groups than everyone. */
    public boolean grouped() {
        return !groupings().equals(List.of(Grouping.EVERYONE));
    }

    /** Returns the grouping with these attributes; empty if it has no such grouping. */
    public Optional<Grouping> grouping(Collection<String> attributes) {
        return groupings().stream().filter(grouping -> grouping.has(attributes)).findFirst();
    }

    /** Returns the format of this leaderboard's scores. */
    public ScoreFormat scoreFormat() {
        return new ScoreFormat(decimals());
    }
}
