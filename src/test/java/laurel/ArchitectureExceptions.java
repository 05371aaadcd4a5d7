package laurel;

import java.util.Set;

/** What tests of the architecture and of words accept for now. Entries are only removed: a test fails if one is unneeded. */
final class ArchitectureExceptions {
    /** Classes outside of bindings that depend on GraphQL. */
    static final Set<String> GRAPHQL_IN_RULES = Set.of();

    /** Names of nested types that are used three times or more. */
    static final Set<String> REPEATED_NESTED_NAMES = Set.of("Outcome");

    /** Dependencies between packages of one feature that are part of a cycle. */
    static final Set<String> CYCLES_IN_FEATURES =
            Set.of("laurel.badge -> laurel.badge.award", "laurel.badge.award -> laurel.badge");

    /** Tables that are not named for the package that stores them. */
    static final Set<String> TABLES_NOT_NAMED_FOR_PACKAGES =
            Set.of("deleted_leaderboard", "deleted_ranking", "final_standing", "secret", "slice");

    private ArchitectureExceptions() {}
}
