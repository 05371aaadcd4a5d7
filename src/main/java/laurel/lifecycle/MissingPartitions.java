package laurel.lifecycle;

import static java.time.temporal.ChronoField.PROLEPTIC_MONTH;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import laurel.window.WindowOpener;

/**
 * Counts missing partitions: those of open windows and of the current and next ones, of the ledger and activity of this month
 * and the next, and of the outbox of today and tomorrow. Partitions are created ahead of time. If one was not, requests do not
 * fail, but a submission has to create it and waits for DDL.
 */
@Singleton
class MissingPartitions {
    private final WindowOpener windows;
    private final PartitionRepository repository;
    private final AtomicInteger missing = new AtomicInteger();

    MissingPartitions(WindowOpener windows, PartitionRepository repository, MeterRegistry meters) {
        this.windows = windows;
        this.repository = repository;
        Gauge.builder("laurel.partitions.missing", missing, AtomicInteger::get)
                .description("Partitions that are needed now or soon and do not exist")
                .register(meters);
    }

    /** Updates the metric. */
    void count(Instant now) {
        long month = now.atOffset(ZoneOffset.UTC).getLong(PROLEPTIC_MONTH);
        missing.set(repository.missing(windows.unopenedSlices(now), List.of(month, month + 1), days(now)));
    }

    private static List<String> days(Instant now) {
        LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
        return Stream.of(day, day.plusDays(1))
                .map(DateTimeFormatter.BASIC_ISO_DATE::format)
                .toList();
    }
}
