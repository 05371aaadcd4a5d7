package laurel.erasure;

import io.micronaut.serde.annotation.Serdeable;

/** The stages of an erasure, in order. */
@Serdeable
public enum ErasureStage {
    /** Rows of the participant. */
    ROWS,
    /** Entries that transactions have added which found the participant before. */
    ENTRIES,
    /** Rank indexes with the external ID. */
    INDEXES,
    /** Rows that these transactions have added. */
    LATE_ROWS
}
