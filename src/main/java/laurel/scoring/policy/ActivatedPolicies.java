package laurel.scoring.policy;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * The scoring policies of apps, each with the activated versions only. They are kept in memory, and valid as long as the same
 * versions of their rows are stored, which each read checks in the caller's transaction.
 */
@Singleton
public class ActivatedPolicies {
    private static final int MAX_APPS = 1_000;

    private final ScoringPolicyRepository repository;
    private final Cache<Integer, StoredPolicies> cache =
            Caffeine.newBuilder().maximumSize(MAX_APPS).build();

    ActivatedPolicies(ScoringPolicyRepository repository) {
        this.repository = repository;
    }

    /** @param rows the versions of their rows, read before them */
    private record StoredPolicies(String rows, List<ScoringPolicy> policies) {}

    /** Returns all policies of an app, ordered by key. */
    public List<ScoringPolicy> of(int app) {
        String rows = repository.rowVersions(app);
        StoredPolicies stored = cache.getIfPresent(app);
        if (stored == null || !stored.rows.equals(rows)) {
            stored = new StoredPolicies(rows, repository.activated(app));
            cache.put(app, stored);
        }
        return stored.policies;
    }
}
