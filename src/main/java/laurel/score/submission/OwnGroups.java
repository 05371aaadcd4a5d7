package laurel.score.submission;

import static java.util.Collections.newSetFromMap;

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
import laurel.participant.ExternalParticipantId;
import laurel.participant.KnownParticipant;
import laurel.participant.Participants;
import laurel.participant.RestrictedOn;
import org.jspecify.annotations.Nullable;

/**
 * The participants' own group values, while the submissions of a batch are checked in order. A submission can set those of its
 * participant; they complete it and later ones. Whether it is accepted is known only after the whole batch was checked, so
 * {@link #checkRefused} may request to check the batch again without it.
 */
final class OwnGroups {
    private final Map<ExternalParticipantId, KnownParticipant> known;
    /** Submissions that set no values, because they are not accepted. */
    private final Set<ReceivedSubmission> ineffective = newSetFromMap(new IdentityHashMap<>());

    private final Map<ExternalParticipantId, GroupValues> current = new HashMap<>();

    private OwnGroups(Map<ExternalParticipantId, KnownParticipant> known) {
        this.known = known;
    }

    /** Reads the participants of a batch. */
    static OwnGroups read(Participants participants, int app, List<ReceivedSubmission> submissions) {
        Set<ExternalParticipantId> refs = submissions.stream()
                .map(received -> received.sent().participant().ref())
                .filter(ExternalParticipantId::possible)
                .collect(Collectors.toSet());
        return new OwnGroups(refs.isEmpty() ? Map.of() : participants.known(app, refs));
    }

    /** The batch must be checked again. */
    private static final class CheckAgainException extends RuntimeException {
        CheckAgainException() {
            super("refused submissions set group values of participants", null, false, false);
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
                current.clear();
                return check.get();
            } catch (CheckAgainException e) {
                // Refused submissions are ignored from now on.
            }
        }
    }

    /** Returns the values that complete a submission. */
    GroupValues of(ReceivedSubmission submission) {
        return of(submission, current);
    }

    /** Remembers the values that a submission sets. */
    void set(ReceivedSubmission submission) {
        GroupValues set = given(submission);
        if (set != null && !ineffective.contains(submission)) {
            current.put(submission.sent().participant().ref(), set);
        }
    }

    /**
     * Repeats {@link #settled} if one of these submissions was completed with values that are not stored, because the
     * submission that sets them is not among the accepted ones.
     *
     * @param accepted those that set the values of their participants
     */
    void checkRefused(List<CheckedSubmission> items, Collection<CheckedSubmission> accepted) {
        if (items.stream().allMatch(item -> given(item.received()) == null)) {
            return;
        }
        Set<CheckedSubmission> effective = newSetFromMap(new IdentityHashMap<>());
        effective.addAll(accepted);
        Map<ExternalParticipantId, GroupValues> stored = new HashMap<>();
        boolean differs = false;
        for (CheckedSubmission item : items) {
            differs |= item.dependsOn(of(item.received(), stored));
            GroupValues set = given(item.received());
            if (set != null && effective.contains(item)) {
                stored.put(item.participant(), set);
            }
        }
        if (differs) {
            items.stream().filter(item -> !effective.contains(item)).forEach(item -> ineffective.add(item.received()));
            throw new CheckAgainException();
        }
    }

    private GroupValues of(ReceivedSubmission submission, Map<ExternalParticipantId, GroupValues> set) {
        GroupValues own = given(submission);
        ExternalParticipantId ref = submission.sent().participant().ref();
        KnownParticipant participant = known.get(ref);
        GroupValues stored = participant == null ? GroupValues.NONE : participant.groupValues();
        return own == null ? set.getOrDefault(ref, stored) : own;
    }

    private static @Nullable GroupValues given(ReceivedSubmission submission) {
        return submission.sent().participant().group();
    }
}
