package laurel.score.submission;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Visibility;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.request.ErrorCode;
import laurel.request.Refusal;
import laurel.request.RefusedException;
import laurel.request.access.Identity.Player;
import org.jspecify.annotations.Nullable;

/** Rules for a score that a player submits itself: it states the score, and nothing else that others see of it. */
final class PlayerSubmission {
    private PlayerSubmission() {}

    /** A field of the input. */
    private record SentField(@Nullable Object value, List<String> path) {
        SentField(@Nullable Object value, String... path) {
            this(value, List.of(path));
        }

        boolean isSent() {
            return value != null && !value.equals(Map.of());
        }
    }

    /** Refuses, in this order: NOT_OWN_PARTICIPANT, FIELD_NOT_ALLOWED. */
    static void check(ScoreSubmissionInput sent, Player player) {
        ParticipantInput participant = sent.participant();
        if (!participant.ref().equals(new ExternalParticipantId(player.entityType(), player.externalId()))) {
            throw new RefusedException(
                    ErrorCode.NOT_OWN_PARTICIPANT,
                    "A player may only submit scores of its own participant, which is `" + player.entityType() + "/"
                            + player.externalId() + "`.",
                    "participant");
        }
        Stream.of(
                        new SentField(participant.name(), "participant", "name"),
                        new SentField(participant.imageUrl(), "participant", "imageUrl"),
                        new SentField(participant.metadata(), "participant", "metadata"),
                        new SentField(participant.timeZone(), "participant", "timeZone"),
                        new SentField(participant.group(), "participant", "group"),
                        new SentField(sent.group(), "group"),
                        new SentField(sent.achievedAt(), "achievedAt"))
                .filter(SentField::isSent)
                .findFirst()
                .ifPresent(PlayerSubmission::refuse);
    }

    /** Whether a player submits to a private leaderboard, which exists only for servers. */
    static boolean isHidden(ReceivedSubmission received, Leaderboard board) {
        return received.byPlayer() && board.definition().visibility() == Visibility.PRIVATE;
    }

    /** Returns the refusal, or else PLAYER_SUBMISSIONS_DISABLED if a player may not submit to the leaderboard, or else null. */
    static @Nullable Refusal orDisabled(@Nullable Refusal refusal, ReceivedSubmission received, Leaderboard board) {
        boolean disabled = received.byPlayer() && !board.definition().playerSubmissions();
        return refusal != null || !disabled
                ? refusal
                : new Refusal(
                        ErrorCode.PLAYER_SUBMISSIONS_DISABLED,
                        "Players may not submit scores to the leaderboard; see its `playerSubmissions`.",
                        List.of("leaderboardKey"));
    }

    private static void refuse(SentField field) {
        String name = field.path.getLast();
        throw new RefusedException(
                ErrorCode.FIELD_NOT_ALLOWED,
                "A player may not send `" + name + "`; omit it.",
                field.path.toArray(String[]::new));
    }
}
