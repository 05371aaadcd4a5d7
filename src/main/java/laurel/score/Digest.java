package laurel.score;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Stream;
import laurel.database.Json;
import laurel.participant.Profile;
import org.jspecify.annotations.Nullable;

/** Tells whether two submissions of one idempotency key are the same. */
final class Digest {
    private Digest() {}

    /** SHA-256, in hex, of all that was sent; the score by its value, so that 1.50 is 1.5. */
    static String of(CheckedSubmission checked) {
        ScoreSubmissionInput sent = checked.sent();
        Profile profile = sent.participant();
        MessageDigest digest = sha256();
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
        parts.forEach(part -> add(digest, part));
        // After the rest, of which there is always as much: a submission without a group has the digest that it always
        // had.
        checked.group().list().forEach(value -> {
            add(digest, value.attribute());
            add(digest, value.value());
        });
        return HexFormat.of().formatHex(digest.digest());
    }

    /** With its length before it, so that no two lists of parts look alike. */
    private static void add(MessageDigest digest, @Nullable String part) {
        byte[] bytes = part == null ? new byte[0] : part.getBytes(UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES)
                .putInt(part == null ? -1 : bytes.length)
                .flip());
        digest.update(bytes);
    }

    private static @Nullable String text(@Nullable Json json) {
        return json == null ? null : json.text();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
