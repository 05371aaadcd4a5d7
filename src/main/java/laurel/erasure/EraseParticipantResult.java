package laurel.erasure;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;

/**
 * The result of a job that erases a participant, so far.
 *
 * @param partCount number of parts that are done
 */
@Serdeable
@JsonInclude(JsonInclude.Include.ALWAYS)
public record EraseParticipantResult(ErasedStandings standings, int partCount) {
    EraseParticipantResult next() {
        return new EraseParticipantResult(standings, partCount + 1);
    }
}
