package laurel.participant;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.sql.Sql;
import laurel.group.GroupValues;
import laurel.group.Groups;
import laurel.group.Groups.MemberChange;
import laurel.participant.FoundParticipants.ExistingParticipant;
import laurel.participant.ParticipantRepository.ChangedParticipant;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.request.Text;
import laurel.request.access.Identity.Player;
import org.jspecify.annotations.Nullable;

/** Finds participants, and creates them on first use. */
@Singleton
public class Participants {
    private final Sql sql;
    private final ParticipantRepository repository;
    private final Groups groups;
    private final EntryMover mover;

    Participants(Sql sql, ParticipantRepository repository, Groups groups, EntryMover mover) {
        this.sql = sql;
        this.repository = repository;
        this.groups = groups;
        this.mover = mover;
    }

    /**
     * Creates a participant. Refuses, in this order: as {@link ParticipantInput#checked} does, LIMIT_REACHED,
     * EXTERNAL_ID_TAKEN.
     */
    public Participant create(int app, ParticipantInput given, Instant now) {
        given.checked();
        return sql.inTransaction(() -> created(app, given, now));
    }

    private Participant created(int app, ParticipantInput given, Instant now) {
        groups.checkLimit(app, given.group(), "group");
        Participant created = repository.create(app, given, now);
        if (created == null) {
            throw new RefusedException(
                    ErrorCode.EXTERNAL_ID_TAKEN,
                    "A participant with " + named(given.ref()) + " already exists; `updateParticipant` changes it.",
                    "externalId");
        }
        groups.countMembers(app, List.of(new MemberChange(GroupValues.NONE, created.groupValues())), now);
        return created;
    }

    /**
     * Changes a participant. Refuses, in this order: as {@link ParticipantUpdate#check} does, as {@link EntryMover#move}
     * does, LIMIT_REACHED, PARTICIPANT_NOT_FOUND.
     */
    public Participant update(int app, ParticipantRef who, ParticipantUpdate given, Instant now) {
        given.check();
        GroupValues group = given.group();
        if (!given.moveEntries() || group == null) {
            return sql.inTransaction(() -> updated(app, who, given, now));
        }
        find(app, who).ifPresent(found -> mover.prepare(app, found.id(), now));
        return mover.move(app, group.values().keySet(), () -> updated(app, who, given, now), now);
    }

    private Participant updated(int app, ParticipantRef who, ParticipantUpdate given, Instant now) {
        groups.checkLimit(app, given.group(), "group");
        ChangedParticipant updated = who.possible() ? repository.update(app, who, given, now) : null;
        if (updated == null) {
            throw unknown(who);
        }
        Participant participant = updated.participant();
        groups.countMembers(app, List.of(new MemberChange(updated.formerGroup(), participant.groupValues())), now);
        return participant;
    }

    /**
     * Sets what others see instead of the participant's name; null shows its name again. Refuses, in this order: INVALID_TEXT, as
     * {@link #changeable} does.
     *
     * @param player the caller; null for callers that may change every participant
     */
    public Participant setPseudonym(
            int app, ParticipantRef who, @Nullable String pseudonym, @Nullable Player player, Instant now) {
        if (pseudonym != null) {
            Text.visibleLine(pseudonym, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "pseudonym");
        }
        return sql.inTransaction(() -> {
            Participant changed = repository.setPseudonym(
                    app, changeable(app, who, player, now).id(), pseudonym);
            if (changed == null) {
                throw unknown(who);
            }
            return changed;
        });
    }

    /**
     * Returns the participant that a caller changes: every one, if it is no player, else only its own, which is created if it does
     * not exist yet. Refuses NOT_OWN_PARTICIPANT or PARTICIPANT_NOT_FOUND.
     *
     * @param player the caller; null for callers that may change every participant
     */
    public Participant changeable(int app, ParticipantRef who, @Nullable Player player, Instant now) {
        if (player == null) {
            return existing(app, who);
        }
        ExternalParticipantId own = new ExternalParticipantId(player.entityType(), player.externalId());
        if (own.equals(who.external())) {
            findOrCreate(app, List.of(new ParticipantInput(own, null, null, null, null)), now);
        }
        return byRef(app, own)
                .filter(participant -> own.equals(who.external()) || Objects.equals(participant.id(), who.id()))
                .orElseThrow(() -> notOwn(player));
    }

    private static RefusedException notOwn(Player player) {
        return new RefusedException(
                ErrorCode.NOT_OWN_PARTICIPANT,
                "A player may only change its own participant, which is `" + player.entityType() + "/"
                        + player.externalId() + "`.",
                "participant");
    }

    /** Returns the referenced participant. Refuses PARTICIPANT_NOT_FOUND. */
    public Participant existing(int app, ParticipantRef who) {
        return find(app, who).orElseThrow(() -> unknown(who));
    }

    private Optional<Participant> find(int app, ParticipantRef who) {
        return who.id() == null
                ? Optional.ofNullable(who.external()).flatMap(ref -> byRef(app, ref))
                : Optional.ofNullable(byIds(app, List.of(who.id())).get(who.id()));
    }

    private static RefusedException unknown(ParticipantRef who) {
        ExternalParticipantId external = who.external();
        return new RefusedException(
                ErrorCode.PARTICIPANT_NOT_FOUND,
                "No participant of the app has " + (external == null ? "this ID" : named(external)) + ".",
                "participant");
    }

    private static String named(ExternalParticipantId name) {
        return "the external ID `" + name.externalId() + "` and the entity type `" + name.entityType() + "`";
    }

    /** Returns the participants of each list, by entity type and external ID; lists without any are absent. */
    public Map<ListRequest<ParticipantFilter, ExternalParticipantId>, List<Participant>> listed(
            int app, Set<ListRequest<ParticipantFilter, ExternalParticipantId>> lists) {
        return repository.listed(app, List.copyOf(lists));
    }

    /** Returns those of these participants that exist, in the caller's transaction. */
    public Map<ExternalParticipantId, KnownParticipant> known(int app, Collection<ExternalParticipantId> refs) {
        return repository.known(app, refs).stream()
                .collect(Collectors.toMap(KnownParticipant::ref, Function.identity()));
    }

    /**
     * Returns the IDs of these participants, in the caller's transaction. Creates those that do not exist, and stores the other
     * values of the inputs; later values win. The inputs were checked, also by {@link #checkGroups}.
     *
     * @param known those that the caller has found already
     */
    public Map<ExternalParticipantId, Long> findOrCreate(
            int app, List<ParticipantInput> inputs, Map<ExternalParticipantId, KnownParticipant> known, Instant now) {
        Map<ExternalParticipantId, Long> ids = new HashMap<>();
        known.forEach((ref, participant) -> ids.put(ref, participant.id()));
        addOthers(ids, app, inputs, now);
        return ids;
    }

    /** Adds the IDs of those inputs that are not found yet, and stores their other values. */
    private void addOthers(Map<ExternalParticipantId, Long> ids, int app, List<ParticipantInput> inputs, Instant now) {
        Set<ExternalParticipantId> newcomers =
                inputs.stream().map(ParticipantInput::ref).collect(Collectors.toSet());
        newcomers.removeAll(ids.keySet());
        if (!newcomers.isEmpty()) {
            repository.create(app, newcomers, now);
            ids.putAll(FoundParticipants.ids(repository.existing(app, newcomers)));
        }
        Map<Long, ParticipantInput> given = new LinkedHashMap<>();
        inputs.stream()
                .filter(ParticipantInput::saysMore)
                .forEach(p -> given.merge(idOf(ids, p), p, ParticipantInput::then));
        if (!given.isEmpty()) {
            groups.countMembers(app, repository.update(given, now), now);
        }
    }

    /**
     * Refuses LIMIT_REACHED if own group values of the input cannot be added, in the caller's transaction.
     *
     * @param path of the participant
     */
    public void checkGroups(int app, ParticipantInput input, String path) {
        try {
            groups.checkLimit(app, input.group(), "group");
        } catch (RefusedException e) {
            throw new RefusedException(e.refusal().within(path));
        }
    }

    /**
     * Finds or creates these participants in a separate transaction, for callers that take other locks afterwards.
     */
    public FoundParticipants findOrCreate(int app, List<ParticipantInput> inputs, Instant now) {
        // In the order of the index: a large batch then finds most pages in the cache of the processor.
        Set<ExternalParticipantId> refs =
                inputs.stream().map(ParticipantInput::ref).collect(Collectors.toCollection(TreeSet::new));
        return sql.inTransaction(() -> {
            List<ExistingParticipant> existing = repository.existing(app, refs);
            Map<ExternalParticipantId, Long> ids = FoundParticipants.ids(existing);
            addOthers(ids, app, inputs, now);
            return new FoundParticipants(ids, existing);
        });
    }

    /** Returns where a participant is banned or hidden, in the caller's transaction. */
    public RestrictedOn restrictedOn(long participant) {
        return repository.restrictedOn(participant);
    }

    /** Returns the participant with this external ID; empty if there is none. */
    public Optional<Participant> byRef(int app, ExternalParticipantId ref) {
        return Optional.ofNullable(byRefs(app, List.of(ref)).get(ref));
    }

    /** Returns the participants with these external IDs; those that do not exist are absent. */
    public Map<ExternalParticipantId, Participant> byRefs(int app, Collection<ExternalParticipantId> refs) {
        List<ExternalParticipantId> possible =
                refs.stream().filter(ExternalParticipantId::possible).toList();
        if (possible.isEmpty()) {
            return Map.of();
        }
        return repository.byRefs(app, possible).stream()
                .collect(Collectors.toMap(Participant::external, Function.identity()));
    }

    /** Returns the participants that these references by external ID find. */
    public Map<ParticipantRef, Participant> byReferences(int app, Set<ParticipantRef> refs) {
        Map<ExternalParticipantId, Participant> found = byRefs(
                app,
                refs.stream()
                        .map(ParticipantRef::external)
                        .filter(Objects::nonNull)
                        .collect(Collectors.toSet()));
        Map<ParticipantRef, Participant> seen = new HashMap<>();
        for (ParticipantRef ref : refs) {
            Participant participant = found.get(ref.external());
            if (participant != null && (ref.seesPseudonymous() || participant.pseudonym() == null)) {
                seen.put(ref, participant);
            }
        }
        return seen;
    }

    /** Returns the IDs of the next participants of an app, from this ID on, in ascending order. Erased ones are among them. */
    public List<Long> ids(int app, long from, int limit) {
        return repository.ids(app, from, limit);
    }

    /** Returns the participants with these IDs, by ID; unknown IDs and those of other apps are absent. */
    public Map<Long, Participant> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(Participant::id, Function.identity()));
    }

    private static Long idOf(Map<ExternalParticipantId, Long> known, ParticipantInput input) {
        Long id = known.get(input.ref());
        if (id == null) {
            throw new IllegalStateException("a participant vanished: " + input.ref());
        }
        return id;
    }
}
