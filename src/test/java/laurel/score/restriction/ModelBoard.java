package laurel.score.restriction;

import static java.util.Comparator.comparing;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A leaderboard with limits of plausible submissions, in memory: each entry is computed from all submissions. */
final class ModelBoard {
    static final int MAX_STEP = 4;
    static final int MAX_RATE = 2;
    static final Duration RATE_TIME = Duration.ofMinutes(5);
    private static final Duration GRACE = Duration.ofMinutes(5);

    private final String mode;
    private final List<ModelSent> all = new ArrayList<>();
    private final List<ModelEntryRemoval> removals = new ArrayList<>();
    private boolean hourly;

    ModelBoard(String mode) {
        this.mode = mode;
    }

    /** A submission that was stored. */
    static final class ModelSent {
        final String who;
        final long score;
        final String region;
        final Instant achievedAt;
        final Instant receivedAt;
        final List<String> reasons;
        /** Null before the first. */
        @Nullable
        String decision;

        boolean removed;

        ModelSent(String who, long score, String region, Instant achievedAt, Instant receivedAt, List<String> reasons) {
            this.who = who;
            this.score = score;
            this.region = region;
            this.achievedAt = achievedAt;
            this.receivedAt = receivedAt;
            this.reasons = reasons;
        }

        boolean isQuarantined() {
            return !reasons.isEmpty();
        }

        private boolean counts() {
            return !removed && (reasons.isEmpty() || "APPROVED".equals(decision));
        }
    }

    /** @param before submissions with lower numbers do not count */
    private record ModelEntryRemoval(String who, String window, int before) {}

    private record ModelEntry(String who, long score, String region) {}

    List<ModelSent> all() {
        return all;
    }

    void addHours() {
        hourly = true;
    }

    /** Stores a submission, and returns it; null if no window accepts it. */
    @Nullable
    ModelSent submit(String who, long score, String region, Instant achievedAt, Instant now) {
        List<String> reasons = new ArrayList<>();
        if (windows(achievedAt, now).stream().anyMatch(window -> step(window, who, score) > MAX_STEP)) {
            reasons.add("STEP");
        }
        long recent = all.stream()
                .filter(sent -> sent.who.equals(who) && sent.receivedAt.isAfter(now.minus(RATE_TIME)))
                .count();
        if (recent >= MAX_RATE) {
            reasons.add("RATE");
        }
        ModelSent sent = new ModelSent(who, score, region, achievedAt, now, reasons);
        all.add(sent);
        return sent;
    }

    private long step(String window, String who, long score) {
        if (mode.equals("INCREMENT")) {
            return Math.abs(score);
        }
        ModelEntry before = entry(window, who);
        return before == null ? 0 : Math.abs(combined(before.score, score) - before.score);
    }

    private long combined(long before, long score) {
        return switch (mode) {
            case "MAX" -> Math.max(before, score);
            case "MIN" -> Math.min(before, score);
            case "REPLACE" -> score;
            default -> before + score;
        };
    }

    void removeEntry(String who, String window) {
        removals.add(new ModelEntryRemoval(who, window, all.size()));
    }

    void restoreEntry(String who) {
        removals.removeIf(removal -> removal.who.equals(who));
    }

    boolean isRemoved(String who) {
        return removals.stream().anyMatch(removal -> removal.who.equals(who));
    }

    /** The windows that accept a submission. */
    private List<String> windows(Instant achievedAt, Instant receivedAt) {
        List<String> windows = new ArrayList<>(List.of("ALL-TIME"));
        LocalDate day = LocalDate.ofInstant(achievedAt, ZoneOffset.UTC);
        if (receivedAt.isBefore(
                day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().plus(GRACE))) {
            windows.add(day.toString());
        }
        Instant hour = achievedAt.truncatedTo(java.time.temporal.ChronoUnit.HOURS);
        if (hourly && receivedAt.isBefore(hour.plusSeconds(3_600).plus(GRACE))) {
            windows.add(hour.toString().substring(0, 13));
        }
        return windows;
    }

    @Nullable
    ModelEntry entry(String window, String who) {
        ModelEntry entry = null;
        for (int n = 0; n < all.size(); n++) {
            ModelSent sent = all.get(n);
            if (sent.counts()
                    && sent.who.equals(who)
                    && windows(sent.achievedAt, sent.receivedAt).contains(window)
                    && !isRemoved(who, window, n)) {
                long score = entry == null ? sent.score : combined(entry.score, sent.score);
                entry = new ModelEntry(who, score, sent.region);
            }
        }
        return entry;
    }

    private boolean isRemoved(String who, String window, int number) {
        return removals.stream()
                .anyMatch(one -> one.who.equals(who) && one.window.equals(window) && number < one.before);
    }

    /** Returns the scores in the window of all time, by participant. */
    Map<String, Long> scores() {
        Map<String, Long> scores = new TreeMap<>();
        participants().forEach(who -> {
            ModelEntry entry = entry("ALL-TIME", who);
            if (entry != null) {
                scores.put(who, entry.score);
            }
        });
        return scores;
    }

    private Set<String> participants() {
        Set<String> participants = new TreeSet<>();
        all.forEach(sent -> participants.add(sent.who));
        return participants;
    }

    /** Returns window, group, rank, participant and score of each entry of participants that are not restricted, in order. */
    List<String> ranked(Collection<String> restricted) {
        Map<String, List<ModelEntry>> rankings = new HashMap<>();
        Set<String> windows = new TreeSet<>();
        all.forEach(sent -> windows.addAll(windows(sent.achievedAt, sent.receivedAt)));
        Set<String> counted = participants();
        counted.removeAll(restricted);
        for (String window : windows) {
            for (String who : counted) {
                ModelEntry entry = entry(window, who);
                if (entry != null) {
                    for (String group : List.of("{}", "{\"region\": \"" + entry.region + "\"}")) {
                        rankings.computeIfAbsent(window + " " + group, none -> new ArrayList<>())
                                .add(entry);
                    }
                }
            }
        }
        List<String> ranked = new ArrayList<>();
        rankings.forEach((ranking, entries) -> ranked.addAll(ranked(ranking, entries)));
        return ranked.stream().sorted().toList();
    }

    private List<String> ranked(String ranking, List<ModelEntry> entries) {
        return entries.stream()
                .sorted(comparing(ModelEntry::score))
                .map(entry -> ranking + " #"
                        + (1
                                + entries.stream()
                                        .filter(other -> other.score > entry.score)
                                        .count())
                        + " " + entry.who + " " + entry.score)
                .toList();
    }
}
