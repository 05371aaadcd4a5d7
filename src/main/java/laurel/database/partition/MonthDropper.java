package laurel.database.partition;

import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import laurel.database.partition.PartitionRetention.RetiredPartitions;
import laurel.database.sql.Sql;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops months of a table with {@link MonthPartitions}, oldest first. A month is dropped with its partition, regardless of the
 * number of its rows, by one node at a time.
 *
 * <p>If something is derived from the rows, a second table has the months that are retired or dropped: {@code month}, {@code
 * retired_at}, {@code dropped_at}. A month is retired in a transaction before its partition is dropped, and remains in the table.
 */
public final class MonthDropper {
    private static final Logger LOG = LoggerFactory.getLogger(MonthDropper.class);

    /** Includes partitions that a failed node has detached and not dropped. */
    private static final String PARTITIONS = """
            SELECT p.month
            FROM (SELECT substring(c.relname FROM '[0-9]+$')::bigint AS month
                  FROM pg_class AS c
                  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
                    AND c.relname ~ ('^' || :table || '_[0-9]+$')) AS p
            WHERE p.month <= :last
            ORDER BY p.month
            """;

    private static final String RETIRE =
            "INSERT INTO <record> (month, retired_at) SELECT m.month, :now FROM (" + PARTITIONS + """
            ) AS m
            ON CONFLICT (month) DO NOTHING
            """;
    /** Includes months whose partition was created again by a transaction that did not know that they are retired. */
    private static final String RETIRED = """
            SELECT month FROM <record>
            WHERE dropped_at IS NULL OR to_regclass(:table || '_' || month) IS NOT NULL
            ORDER BY month
            """;

    private static final String DROPPED = "UPDATE <record> SET dropped_at = :now WHERE month = :month";

    private final Sql sql;
    private final String table;
    private final @Nullable String record;

    /**
     * @param table  table with a partition for each month
     * @param record table of the months that are retired or dropped; null if nothing is derived from the rows
     */
    public MonthDropper(Sql sql, String table, @Nullable String record) {
        this.sql = sql;
        this.table = table;
        this.record = record;
    }

    /** Returns the last month that had ended at an instant. */
    public static long lastEnded(Instant moment) {
        return MonthPartitions.month(moment) - 1;
    }

    /**
     * Retires and drops months. Drops nothing while another node drops months of the table.
     *
     * @param last returns the last month to drop; called in the transaction that retires months
     */
    public void drop(LongSupplier last, Instant now) {
        PartitionRetention.apply(sql, new Months(last), now);
    }

    private static String name(long month) {
        return month / 12 + "-" + (month % 12 + 1);
    }

    private final class Months implements RetiredPartitions<Long> {
        private final LongSupplier lastMonth;
        private long last;

        Months(LongSupplier lastMonth) {
            this.lastMonth = lastMonth;
        }

        @Override
        public List<String> tables() {
            return List.of(table);
        }

        @Override
        public String suffix(Long month) {
            return Long.toString(month);
        }

        @Override
        public void retire(Instant now) {
            last = lastMonth.getAsLong();
            if (record != null) {
                sql.of(RETIRE.replace("<record>", record))
                        .bind("table", table)
                        .bind("last", last)
                        .bind("now", now)
                        .execute();
            }
        }

        @Override
        public List<Long> droppable(Instant now) {
            return record == null
                    ? sql.of(PARTITIONS).bind("table", table).bind("last", last).list(Long.class)
                    : sql.of(RETIRED.replace("<record>", record))
                            .bind("table", table)
                            .list(Long.class);
        }

        @Override
        public void setDropped(Long month, Instant now) {
            if (record != null) {
                sql.of(DROPPED.replace("<record>", record))
                        .bind("now", now)
                        .bind("month", month)
                        .execute();
            }
            LOG.info("Dropped month {} of {}, which is not retained", name(month), table);
        }
    }
}
