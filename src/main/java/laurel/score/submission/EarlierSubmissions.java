package laurel.score.submission;

import static java.util.Collections.newSetFromMap;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import laurel.group.GroupValue;
import laurel.group.GroupValues;
import laurel.group.Groups;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.participant.ExternalParticipantId;
import laurel.participant.KnownParticipant;
import laurel.participant.Participants;
import laurel.participant.RestrictedOn;
import org.jspecify.annotations.Nullable;

/**
 * What submissions of a batch take from earlier ones, while they are checked in order: the participants' own group values, which
 * complete a submission, and the times of leaderboards with the clock SUBMISSIONS, which are the default of {@code achievedAt}.
 * Whether a submission is accepted is known only after the whole batch was checked, so {@link #checkRefused} may request to
 * check the batch again without it.
 */
final class EarlierSubmissions {
    private final Map<ExternalParticipantId, KnownParticipant> known;
    /** Submissions of which later ones take nothing, because they are not accepted. */
    private final Set<ReceivedSubmission> ineffective = newSetFromMap(new IdentityHashMap<>());

    private Effects current = new Effects();

    private EarlierSubmissions(Map<ExternalParticipantId, KnownParticipant> known) {
        this.known = known;
    }

    /** What earlier submissions have set. */
    private static final class Effects {
        private final Map<ExternalParticipantId, GroupValues> groups = new HashMap<>();
        /** By leaderboard. */
        private final Map<Integer, Instant> times = new HashMap<>();

        void add(CheckedSubmission item) {
            GroupValues set = given(item.received());
            if (set != null) {
                groups.put(item.participant(), set);
            }
            Leaderboard board = item.board();
            if (board.clock() == LeaderboardClock.SUBMISSIONS) {
                times.put(board.id(), item.boardTime(times.getOrDefault(board.id(), board.clockAt())));
            }
        }

        Instant time(ReceivedSubmission submission, Leaderboard board) {
            return times.getOrDefault(board.id(), board.time(submission.receivedAt()))
                    .truncatedTo(ChronoUnit.MICROS);
        }
    }

    /** Reads the participants of a batch. */
    static EarlierSubmissions read(Participants participants, int app, List<ReceivedSubmission> submissions) {
        Set<ExternalParticipantId> refs = submissions.stream()
                .map(received -> received.sent().participant().ref())
                .filter(ExternalParticipantId::possible)
                .collect(Collectors.toSet());
        return new EarlierSubmissions(refs.isEmpty() ? Map.of() : participants.known(app, refs));
    }

    /** The batch must be checked again. */
    private static final class CheckAgainException extends RuntimeException {
        CheckAgainException() {
            super("later submissions depend on refused ones", null, false, false);
        }
    }

    /** A submission must be applied in a later transaction than those before it in its batch. */
    static final class SplitException extends RuntimeException {
        private final transient ReceivedSubmission at;

        SplitException(ReceivedSubmission at) {
            super("earlier submissions of the batch have to be stored first", null, false, false);
            this.at = at;
        }

        /** Returns the submissions before it. */
        @SuppressWarnings("ReferenceEquality") // The batch may have equal submissions.
        List<ReceivedSubmission> before(List<ReceivedSubmission> batch) {
            return batch.stream().takeWhile(one -> one != at).toList();
        }
    }

    /** Refuses submissions with groups that cannot be added to the app. */
    static List<CheckedSubmission> limited(Groups groups, int app, List<CheckedSubmission> items) {
        Set<GroupValue> used =
                items.stream().flatMap(item -> item.groupValues().stream()).collect(Collectors.toSet());
        Set<GroupValue> excess = used.isEmpty() ? Set.of() : groups.excess(app, used);
        return excess.isEmpty()
                ? items
                : items.stream().map(item -> item.limited(excess)).toList();
    }

    /** The participants of the batch that exist. */
    Map<ExternalParticipantId, KnownParticipant> known() {
        return known;
    }

    /** Returns where the participant of a submission is banned or hidden. */
    RestrictedOn restricted(ReceivedSubmission submission) {
        KnownParticipant participant = known.get(submission.sent().participant().ref());
        return participant == null ? RestrictedOn.NONE : participant.restricted();
    }

    /** Checks the batch until no submission depends on a refused one. Each repetition ignores at least one more. */
    <T> T settled(Supplier<T> check) {
        while (true) {
            try {
                current = new Effects();
                return check.get();
            } catch (CheckAgainException e) {
                // Refused submissions are ignored from now on.
            }
        }
    }

    /** Returns the values that complete a submission. */
    GroupValues groups(ReceivedSubmission submission) {
        return groups(submission, current);
    }

    /** Returns the leaderboard's time before a submission, to the microsecond. */
    Instant time(ReceivedSubmission submission, Leaderboard board) {
        return current.time(submission, board);
    }

    /** Remembers what a submission sets. */
    void add(CheckedSubmission item) {
        if (item.unlessRetried() == null && !ineffective.contains(item.received())) {
            current.add(item);
        }
    }

    /**
     * Repeats {@link #settled} if one of these submissions has taken something from one that is not among the accepted ones.
     * Throws {@link SplitException} if that would not end.
     */
    void checkRefused(List<CheckedSubmission> items, Collection<CheckedSubmission> accepted) {
        if (items.stream().allMatch(item -> given(item.received()) == null && !takesTime(item))) {
            return;
        }
        Set<CheckedSubmission> effective = newSetFromMap(new IdentityHashMap<>());
        effective.addAll(accepted);
        Effects stored = new Effects();
        for (CheckedSubmission item : items) {
            if (item.dependsOn(groups(item.received(), stored))
                    || (takesTime(item) && !item.achievedAt().equals(stored.time(item.received(), item.board())))) {
                List<ReceivedSubmission> refused = items.stream()
                        .filter(one -> !effective.contains(one))
                        .map(CheckedSubmission::received)
                        .toList();
                throw ineffective.addAll(refused) ? new CheckAgainException() : new SplitException(item.received());
            }
            if (effective.contains(item)) {
                stored.add(item);
            }
        }
    }

    /** Whether its {@code achievedAt} is the time of its leaderboard. */
    private static boolean takesTime(CheckedSubmission item) {
        return item.sent().achievedAt() == null && item.board().clock() == LeaderboardClock.SUBMISSIONS;
    }

    private GroupValues groups(ReceivedSubmission submission, Effects set) {
        GroupValues own = given(submission);
        ExternalParticipantId ref = submission.sent().participant().ref();
        KnownParticipant participant = known.get(ref);
        GroupValues stored = participant == null ? GroupValues.NONE : participant.groupValues();
        return own == null ? set.groups.getOrDefault(ref, stored) : own;
    }

    private static @Nullable GroupValues given(ReceivedSubmission submission) {
        return submission.sent().participant().group();
    }
}
