/**
 * Binds {@code participant.graphqls}: reads references and profiles of participants, and returns participants as
 * clients see them.
 */
@NullMarked
package laurel.participant.graphql;

import org.jspecify.annotations.NullMarked;
