package laurel.change;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** A day (UTC) of the outbox: one partition. */
@Introspected
record OutboxDay(LocalDate date) {
    static OutboxDay of(Instant at) {
        return new OutboxDay(at.atOffset(ZoneOffset.UTC).toLocalDate());
    }

    OutboxDay next() {
        return new OutboxDay(date.plusDays(1));
    }

    String suffix() {
        return DateTimeFormatter.BASIC_ISO_DATE.format(date);
    }

    String partition() {
        return Outbox.TABLE + "_" + suffix();
    }

    Instant start() {
        return date.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
