package laurel.scoring.policy;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import laurel.leaderboard.Leaderboard;
import laurel.request.Measured;
import laurel.streak.DayRule;
import org.jspecify.annotations.Nullable;

/**
 * A scoring policy with its versions.
 *
 * @param key        unique in the app
 * @param dayRule    rule that assigns events to days; the same in all versions
 * @param archivedAt time of archiving; null if the policy is not archived. An archived policy scores nothing
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
    private static final int BYTES_PER_ITEM = 100;

    /** State of a scoring policy. */
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
        return BYTES_PER_ITEM
                * versions().stream()
                        .mapToLong(version -> version.rules().size())
                        .sum();
    }

    /** Returns the versions, ordered by number. */
    public List<StoredVersion> versions() {
        return history.versions();
    }

    /** Returns the activations, ordered by start date. */
    public List<StoredActivation> activations() {
        return history.activations();
    }

    /** Returns a version; empty if it does not exist. */
    public Optional<StoredVersion> version(int number) {
        return versions().stream().filter(version -> version.number() == number).findFirst();
    }

    /** Returns the version that scores a day. */
    public StoredVersion versionOn(LocalDate date) {
        return activations().reversed().stream()
                .filter(activation -> !activation.startDate().isAfter(date))
                .findFirst()
                .flatMap(activation -> version(activation.versionNumber()))
                .orElse(versions().getFirst());
    }

    /** Whether all versions that score days from now on correct final windows. */
    public boolean correctsFinal(Instant now) {
        LocalDate today = now.atZone(dayRule.timeZone()).toLocalDate();
        return Stream.concat(
                        Stream.of(today),
                        activations().stream()
                                .map(StoredActivation::startDate)
                                .filter(startDate -> startDate.isAfter(today)))
                .allMatch(day -> versionOn(day).rules().correctsFinal());
    }

    /** Returns the length of a streak from which on no multiplier of an activated version grows; 0 if none depends on it. */
    public int maxDayCount(long streakId) {
        return activations().stream()
                .flatMap(activation -> version(activation.versionNumber()).stream())
                .mapToInt(version -> version.rules().maxDayCount(streakId))
                .max()
                .orElse(0);
    }

    /** Returns the id of a pillar's target leaderboard; null if it has none. */
    @Nullable
    public Integer leaderboardId(String pillar) {
        return history.leaderboardIds().get(pillar);
    }

    /** Whether one of its pillars feeds a leaderboard. An archived policy feeds none. */
    boolean feeds(int leaderboard) {
        return !isArchived() && history.leaderboardIds().containsValue(leaderboard);
    }

    /**
     * Returns the scorer of a version.
     *
     * @param leaderboards target leaderboards by id
     */
    public DayScorer scorer(StoredVersion version, Map<Integer, Leaderboard> leaderboards) {
        Map<String, Integer> decimals = new HashMap<>();
        for (String pillar : new TreeSet<>(history.leaderboardIds().keySet())) {
            Leaderboard target = leaderboards.get(leaderboardId(pillar));
            if (target != null) {
                decimals.put(pillar, target.decimals());
            }
        }
        return new DayScorer(version.number(), version.rules(), decimals);
    }

    /**
     * Versions of a policy, their activations and their targets.
     *
     * @param versions       ordered by number
     * @param activations    ordered by start date
     * @param leaderboardIds ids of target leaderboards, by pillar
     */
    @Serdeable
    record ScoringHistory(
            List<StoredVersion> versions, List<StoredActivation> activations, Map<String, Integer> leaderboardIds) {}

    /**
     * A version of a policy. Never changes.
     *
     * @param number starts at 1
     */
    @Serdeable
    public record StoredVersion(int number, ScoringRules rules, Instant createdAt) {}

    /**
     * Activation of a version, which scores until the start date of the next activation.
     *
     * @param startDate first day that the version scores; {@link #UNBOUNDED} for the first activation
     */
    @Serdeable
    public record StoredActivation(LocalDate startDate, int versionNumber) {
        /** Start date of the first activation: no day is earlier. */
        public static final LocalDate UNBOUNDED = LocalDate.of(1, 1, 1);
    }
}
