package laurel.request.export;

import java.util.OptionalLong;

/** Finds the participants to export. The feature that stores them has the only bean of this type. */
public interface ExportedParticipants {
    /** Returns the database ID; empty if the app has no such participant. */
    OptionalLong find(int app, String entityType, String externalId);

    /** Whether the app has a participant with this database ID. */
    boolean exists(int app, long participant);
}
