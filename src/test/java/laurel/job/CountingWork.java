package laurel.job;

import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import laurel.database.sql.Sql;
import laurel.request.Refusal;
import org.jspecify.annotations.Nullable;

/** Inserts a row per part into a table. A part that was rolled back leaves no row. */
final class CountingWork implements JobWork<CountingWork.Parts, CountingWork.Done, CountingWork.Done> {
    private final JobKind kind;
    private final Sql sql;
    private final Consumer<Integer> before;
    /** The refusal of each part. */
    @Nullable
    Refusal refusal;

    final AtomicInteger tried = new AtomicInteger();

    /** @param before called in the transaction of each part, with the number of the part, from 0 */
    CountingWork(JobKind kind, Sql sql, Consumer<Integer> before) {
        this.kind = kind;
        this.sql = sql;
        this.before = before;
        sql.execute("CREATE TABLE IF NOT EXISTS counted (part integer NOT NULL, done_at timestamptz NOT NULL)");
    }

    /** Number of parts of a job. */
    @Serdeable
    record Parts(int count) {}

    /** Number of completed parts. */
    @Serdeable
    record Done(int count) {}

    @Override
    public JobKind kind() {
        return kind;
    }

    @Override
    public Types<Parts, Done, Done> types() {
        return new Types<>(Parts.class, Done.class, Done.class);
    }

    @Override
    public Step<Done, Done> part(Part<Parts, Done, Done> part, Instant now) {
        int number = part.from() == null ? 0 : part.from().count;
        tried.incrementAndGet();
        sql.of("INSERT INTO counted VALUES (:part, :now)")
                .bind("part", number)
                .bind("now", now)
                .execute();
        before.accept(number);
        Done done = new Done(number + 1);
        int all = part.parameters().count;
        if (refusal != null) {
            return Step.failed(done, refusal);
        }
        return done.count == all ? Step.last(done) : new Step<>(done, done, (double) done.count / all);
    }

    /** Returns the committed parts, in order. */
    List<Integer> counted() {
        return sql.of("SELECT part FROM counted ORDER BY part").list(Integer.class);
    }
}
