package laurel.badge.rule;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.badge.Badge;
import laurel.badge.Recurrence;
import laurel.badge.award.AwardRepository;
import laurel.badge.award.Awards;
import laurel.badge.award.BadgeAward;
import laurel.badge.award.EarnedBadge;
import laurel.badge.rule.FinalRankRepository.FinalWindow;
import org.jspecify.annotations.Nullable;

/** Revokes awards that participants no longer earn after the correction of a window, in parts. */
@Singleton
class FinalRankCorrections {
    private static final int AWARDS_AT_ONCE = 5_000;
    private static final int WINDOWS_AT_ONCE = 20;

    private final FinalRankRepository repository;
    private final AwardRepository awarded;
    private final Awards awards;

    FinalRankCorrections(FinalRankRepository repository, AwardRepository awarded, Awards awards) {
        this.repository = repository;
        this.awarded = awarded;
        this.awards = awards;
    }

    /**
     * Checks the next awards of a badge by a corrected window. If it is being corrected again, the event of that correction
     * checks them.
     *
     * @param since the event after which other windows that earn the badge became final; 0 for all
     * @param after the last award that was checked; 0 before the first
     * @return the last award that was checked; null if all were
     */
    @Nullable
    Long revoke(Badge badge, FinalWindow window, long since, long after, Instant now) {
        List<BadgeAward> held = awarded.byWindow(badge.id(), window.id(), after, AWARDS_AT_ONCE);
        Map<Long, Long> lost = new HashMap<>();
        held.forEach(award -> lost.put(award.participantId(), award.id()));
        participants(repository.earned(badge, List.of(window), lost.keySet())).forEach(lost::remove);
        if (repository.isPending(window.id())) {
            return null;
        }
        if (badge.recurrence() == Recurrence.ONCE) {
            keep(badge, window, since, lost);
        }
        awards.revokeByCorrection(lost.values(), now);
        return held.size() < AWARDS_AT_ONCE ? null : held.getLast().id();
    }

    private static Set<Long> participants(Collection<EarnedBadge> earned) {
        return earned.stream().map(EarnedBadge::participantId).collect(Collectors.toSet());
    }

    /** Participants keep an award that a correction would revoke if they earned it by another final window, too. */
    private void keep(Badge badge, FinalWindow corrected, long since, Map<Long, Long> lost) {
        Long after = 0L;
        while (!lost.isEmpty() && after != null) {
            List<FinalWindow> windows = repository.windows(badge, after, since, WINDOWS_AT_ONCE);
            List<FinalWindow> others = windows.stream()
                    .filter(window -> window.id() != corrected.id())
                    .toList();
            List<EarnedBadge> kept = new ArrayList<>();
            for (EarnedBadge earned : repository.earned(badge, others, lost.keySet())) {
                if (Objects.nonNull(lost.remove(earned.participantId()))) {
                    kept.add(earned);
                }
            }
            if (!kept.isEmpty()) {
                awarded.move(kept);
            }
            after = windows.size() < WINDOWS_AT_ONCE ? null : windows.getLast().id();
        }
    }
}
