package laurel;

import java.util.Set;

/** What tests of the architecture and of words accept for now. Entries are only removed: a test fails if one is unneeded. */
final class ArchitectureExceptions {
    /** Names of nested types that are used three times or more. */
    static final Set<String> REPEATED_NESTED_NAMES = Set.of();

    /** Tables that are not named for the package that stores them. */
    static final Set<String> TABLES_NOT_NAMED_FOR_PACKAGES = Set.of("final_standing", "secret");

    private ArchitectureExceptions() {}
}
