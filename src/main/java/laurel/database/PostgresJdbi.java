package laurel.database;

import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.cache.internal.DefaultJdbiCacheBuilder;
import org.jdbi.v3.core.mapper.ColumnMappers;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;

/** How every feature talks to the database. */
final class PostgresJdbi {
    /** As many texts as statements times partitions, with room; a text and its parse take about 5 kB. */
    private static final int PARSED_STATEMENTS = 4096;

    private PostgresJdbi() {}

    static Jdbi over(DataSource source) {
        Jdbi jdbi = Jdbi.create(source).installPlugin(new PostgresTypes()).registerRowMapper(new RecordRows());
        // A null in a column that a record takes for a number is a mistake, not 0.
        jdbi.getConfig(ColumnMappers.class).setCoalesceNullPrimitivesToDefaults(false);
        // What is bound is not for logs: secrets, and what people are called.
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
        var cache = DefaultJdbiCacheBuilder.builder().maxSize(PARSED_STATEMENTS);
        jdbi.getConfig(SqlStatements.class)
                .setTemplateCache(cache)
                .setSqlParser(new NamedParameters(PARSED_STATEMENTS));
        return jdbi;
    }
}
