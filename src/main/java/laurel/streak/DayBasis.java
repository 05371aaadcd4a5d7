package laurel.streak;

/** Whose clock on the wall says which day it is. */
public enum DayBasis {
    /** That of one zone, the same for everybody. */
    ZONE,
    /** That of the zone of the event's group; of other groups that of the rule's own zone. */
    GROUP,
    /** Each participant's own: the zone given with the event, else the one that is known of it, else the rule's own. */
    PARTICIPANT,
    /** That of the zone in which the event says that it happened, for all who took part; else the rule's own. */
    EVENT
}
