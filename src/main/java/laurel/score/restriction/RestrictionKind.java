package laurel.score.restriction;

import laurel.request.ErrorCode;

/** Kinds of restrictions of a participant. */
public enum RestrictionKind {
    /** New submissions are refused. */
    BAN,
    /** New submissions are accepted, and count once the restriction ends. */
    HIDE,
    /** The same, by the participant's own choice. */
    OPT_OUT;

    /** The error if such a restriction is in force already. */
    ErrorCode alreadyInForce() {
        return this == OPT_OUT ? ErrorCode.ALREADY_OPTED_OUT : ErrorCode.ALREADY_RESTRICTED;
    }

    /** The error if no such restriction is in force. */
    ErrorCode notInForce() {
        return this == OPT_OUT ? ErrorCode.NOT_OPTED_OUT : ErrorCode.NOT_RESTRICTED;
    }
}
