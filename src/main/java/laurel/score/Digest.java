package laurel.score;

import java.util.Objects;
import java.util.stream.Stream;
import laurel.database.Fingerprint;
import laurel.database.Json;
import laurel.participant.Profile;
import org.jspecify.annotations.Nullable;

/** Tells whether two submissions of one idempotency key are the same. */
final class Digest {
    private Digest() {}

    /** Of all that was sent; the score by its value, so that 1.50 is 1.5. */
    static String of(CheckedSubmission checked) {
        ScoreSubmissionInput sent = checked.sent();
        Profile profile = sent.participant();
        Stream<@Nullable String> parts = Stream.of(
                profile.ref().type(),
                profile.ref().externalId(),
                profile.displayName(),
                profile.avatarUrl(),
                text(profile.attributes()),
                profile.zone(),
                Long.toString(checked.score()),
                Long.toString(sent.subscore()),
                Objects.toString(sent.achievedAt(), null),
                text(sent.metadata()));
        // After the rest, of which there is always as much: a submission without a group has the digest that it always
        // had.
        Stream<@Nullable String> group =
                checked.group().list().stream().flatMap(value -> Stream.of(value.attribute(), value.value()));
        return Fingerprint.of(Stream.concat(parts, group));
    }

    private static @Nullable String text(@Nullable Json json) {
        return json == null ? null : json.text();
    }
}
