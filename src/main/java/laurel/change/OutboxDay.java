package laurel.change;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** A day of UTC, whose changes are in one partition. */
@Introspected
record OutboxDay(LocalDate date) {
    static OutboxDay of(Instant at) {
        return new OutboxDay(at.atOffset(ZoneOffset.UTC).toLocalDate());
    }

    OutboxDay next() {
        return new OutboxDay(date.plusDays(1));
    }

    String partition() {
        return "outbox_" + DateTimeFormatter.BASIC_ISO_DATE.format(date);
    }

    Instant start() {
        return date.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
