package laurel.lifecycle;

import static java.time.temporal.ChronoField.PROLEPTIC_MONTH;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.window.RequiredWindows;

/**
 * Counts missing partitions: those of the current and next windows, of the ledger and activity of this month and the next, and
 * of the outbox of today and tomorrow. Partitions are created ahead of time. If one is missing, requests do not fail, but a
 * submission has to create it and waits for DDL.
 */
@Singleton
class MissingPartitions {
    /** Leaderboards read at once, so that memory use does not grow with their number. */
    private static final int PAGE = 500;

    private final Leaderboards leaderboards;
    private final PartitionRepository repository;
    private final AtomicInteger missing = new AtomicInteger();

    MissingPartitions(Leaderboards leaderboards, PartitionRepository repository, MeterRegistry meters) {
        this.leaderboards = leaderboards;
        this.repository = repository;
        Gauge.builder("laurel.partitions.missing", missing, AtomicInteger::get)
                .description("Partitions that are needed soon and do not exist yet")
                .register(meters);
    }

    /** Updates the metric. */
    void count(Instant now) {
        Set<String> slices = slices(now);
        long month = now.atOffset(ZoneOffset.UTC).getLong(PROLEPTIC_MONTH);
        missing.set(repository.missing(slices, List.of(month, month + 1), days(now)));
    }

    private static List<String> days(Instant now) {
        LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
        return Stream.of(day, day.plusDays(1))
                .map(DateTimeFormatter.BASIC_ISO_DATE::format)
                .toList();
    }

    private Set<String> slices(Instant now) {
        Set<String> slices = new HashSet<>();
        int after = 0;
        List<Leaderboard> page;
        do {
            page = leaderboards.onSystemClock(after, PAGE);
            slices.addAll(RequiredWindows.slices(page, now));
            after = page.isEmpty() ? after : page.getLast().id();
        } while (page.size() == PAGE);
        return slices;
    }
}
