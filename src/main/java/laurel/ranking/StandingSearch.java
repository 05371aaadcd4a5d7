package laurel.ranking;

import io.micronaut.core.annotation.Introspected;

/**
 * A search for standings by the names of their participants.
 *
 * @param text a name or a word in it starts with this text; not blank
 */
@Introspected
public record StandingSearch(Ranking ranking, String text) {
    /** Number of the best standings that are searched, and maximum number of participants that are found by name. */
    public static final int LIMIT = 1_000;

    /**
     * A participant in the ranking with a name or a pseudonym that matches.
     *
     * @param place       orders the matches of a search, best position first
     * @param hasPseudonym whether it has a pseudonym, which others see instead of its name
     * @param byName      whether its name matches
     * @param byPseudonym whether its pseudonym matches
     */
    @Introspected
    public record NameMatch(
            int queryNumber,
            long place,
            long participantId,
            String entityType,
            String externalId,
            boolean hasPseudonym,
            boolean byName,
            boolean byPseudonym) {}
}
