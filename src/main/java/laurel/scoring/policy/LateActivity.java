package laurel.scoring.policy;

/** What a change of a day's score does to windows that are closed by then. */
public enum LateActivity {
    /** The change counts only in windows that accept submissions. */
    IGNORE,
    /** Final windows are corrected, too, unless they have expired or the ledger does not keep all their submissions. */
    CORRECT
}
