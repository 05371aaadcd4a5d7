package laurel.score.submission;

import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.database.Fingerprint;
import laurel.database.sql.Json;
import laurel.group.GroupValues;
import laurel.participant.ParticipantInput;
import laurel.request.CanonicalJson;
import org.jspecify.annotations.Nullable;

/**
 * A digest of everything that was sent, which identifies a retry. Scores and metadata are compared by value: 1.50 equals 1.5, and
 * names may be in any order.
 */
final class SubmissionDigest {
    private SubmissionDigest() {}

    static String of(CheckedSubmission submission) {
        return of(submission, CanonicalJson::of);
    }

    /** Whether a stored digest is that of a submission. Earlier versions stored digests of metadata as it was sent. */
    static boolean matches(String stored, CheckedSubmission submission) {
        return stored.equals(of(submission)) || stored.equals(of(submission, Json::text));
    }

    private static String of(CheckedSubmission submission, Function<Json, String> form) {
        ScoreSubmissionInput sent = submission.sent();
        ParticipantInput participant = sent.participant();
        Stream<@Nullable String> parts = Stream.of(
                participant.ref().entityType(),
                participant.ref().externalId(),
                participant.name(),
                participant.imageUrl(),
                text(participant.metadata(), form),
                participant.timeZone(),
                Objects.toString(submission.score(), null),
                Long.toString(sent.subscore()),
                Objects.toString(sent.achievedAt(), null),
                text(sent.metadata(), form));
        // The groups come last, because their number of parts varies. The group is the one that was sent: the
        // participant's own may change until a retry.
        Stream<@Nullable String> groups =
                Stream.<@Nullable String>concat(GroupValues.parts(sent.group()), ownParts(participant));
        return Fingerprint.of(Stream.concat(parts, groups));
    }

    /** A null separates the group values of the participant from those of the submission. */
    private static Stream<@Nullable String> ownParts(ParticipantInput participant) {
        GroupValues sent = participant.group();
        return sent == null
                ? Stream.<@Nullable String>empty()
                : Stream.<@Nullable String>concat(
                        Stream.<@Nullable String>of(new @Nullable String[] {null}), sent.parts());
    }

    private static @Nullable String text(@Nullable Json json, Function<Json, String> form) {
        return json == null ? null : form.apply(json);
    }
}
