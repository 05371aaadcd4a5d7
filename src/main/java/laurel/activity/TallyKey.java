package laurel.activity;

import java.time.LocalDate;

/** One line of one daily tally. */
record TallyKey(int dayRuleId, long participantId, LocalDate day, String type, Part part) {
    /** The same line's count of events with one other participant. */
    record WithPeer(TallyKey line, long peerId) {}
}
