package laurel.scoring.policy;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import laurel.leaderboard.Leaderboard;
import laurel.request.Measured;
import laurel.streak.DayRule;
import org.jspecify.annotations.Nullable;

/**
 * A policy with its versions.
 *
 * @param key        unique in its app
 * @param dayRule    of all its versions
 * @param archivedAt null if it is not archived; it scores nothing while it is
 */
@Introspected
public record ScoringPolicy(
        int id,
        int appId,
        String key,
        int dayRuleId,
        DayRule dayRule,
        ScoringHistory history,
        Instant createdAt,
        @Nullable Instant archivedAt)
        implements Measured {
    private static final int ITEM = 100;

    /** What the schema calls ScoringPolicyState. */
    public enum ScoringPolicyState {
        ACTIVE,
        ARCHIVED
    }

    public ScoringPolicyState state() {
        return isArchived() ? ScoringPolicyState.ARCHIVED : ScoringPolicyState.ACTIVE;
    }

    public boolean isArchived() {
        return archivedAt != null;
    }

    @Override
    public long heldBytes() {
        return ITEM
                * versions().stream()
                        .mapToLong(version -> version.rules().items())
                        .sum();
    }

    /** In order of number. */
    public List<StoredVersion> versions() {
        return history.versions();
    }

    /** In order of day. */
    public List<StoredActivation> activations() {
        return history.activations();
    }

    /** The version of this number; empty where there is none. */
    public Optional<StoredVersion> version(int number) {
        return versions().stream().filter(version -> version.number() == number).findFirst();
    }

    /** The version that scores this day. */
    public StoredVersion on(LocalDate day) {
        return activations().reversed().stream()
                .filter(one -> !one.startDate().isAfter(day))
                .findFirst()
                .flatMap(one -> version(one.version()))
                .orElse(versions().getFirst());
    }

    /** Whether it multiplies by this streak in any version that was ever activated. */
    public boolean usesStreak(long id) {
        return activations().stream()
                .flatMap(one -> version(one.version()).stream())
                .anyMatch(version -> version.rules().streaks().containsValue(id));
    }

    /** The id of the board that a pillar feeds; null where it feeds none. */
    @Nullable
    public Integer board(String pillar) {
        return history.boards().get(pillar);
    }

    /** A version as it scores, given the boards by id. */
    public DayScorer scoring(StoredVersion version, Map<Integer, Leaderboard> boards) {
        Map<String, Integer> decimals = new java.util.HashMap<>();
        for (String pillar : new TreeSet<>(history.boards().keySet())) {
            Leaderboard board = boards.get(board(pillar));
            if (board != null) {
                decimals.put(pillar, board.decimals());
            }
        }
        return new DayScorer(version.number(), version.rules(), decimals);
    }

    /**
     * What has become of a policy.
     *
     * @param versions in order of number
     * @param activations in order of day
     * @param boards   the ids of the boards that pillars feed, by pillar
     */
    @Serdeable
    record ScoringHistory(
            List<StoredVersion> versions, List<StoredActivation> activations, Map<String, Integer> boards) {}

    /** A version of a policy, from 1. */
    @Serdeable
    public record StoredVersion(int number, ScoringRules rules, Instant createdAt) {}

    /**
     * Which version scores from a day on.
     *
     * @param startDate {@link #EVER} of the first
     */
    @Serdeable
    public record StoredActivation(LocalDate startDate, int version) {
        /** No day is before it. */
        public static final LocalDate EVER = LocalDate.of(1, 1, 1);
    }
}
