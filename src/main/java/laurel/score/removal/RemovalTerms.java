package laurel.score.removal;

import org.jspecify.annotations.Nullable;

/**
 * How entries are removed.
 *
 * @param reason            1 to 200 characters; null for none
 * @param allowIrreversible whether entries are also removed if the ledger is not complete enough to restore them
 * @param dryRun            whether to return the changes without storing them
 */
public record RemovalTerms(@Nullable String reason, boolean allowIrreversible, boolean dryRun) {}
