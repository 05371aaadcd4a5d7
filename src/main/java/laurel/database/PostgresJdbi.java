package laurel.database;

import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.cache.internal.DefaultJdbiCacheBuilder;
import org.jdbi.v3.core.mapper.ColumnMappers;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.jdbi.v3.core.statement.TemplateEngine;

/** How every feature talks to the database. */
final class PostgresJdbi {
    /**
     * Characters of the statements whose parameters are remembered, each of them kept twice. There are as many texts as
     * statements times partitions, and one that names all partitions of a large app has more than 100,000 characters.
     */
    static final int PARSED_CHARACTERS = 8 << 20;

    private PostgresJdbi() {}

    static Jdbi over(DataSource source) {
        Jdbi jdbi = Jdbi.create(source).installPlugin(new PostgresTypes()).registerRowMapper(new RecordRows());
        // A null in a column that a record takes for a number is a mistake, not 0.
        jdbi.getConfig(ColumnMappers.class).setCoalesceNullPrimitivesToDefaults(false);
        // What is bound is not for logs: secrets, and what people are called.
        jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
        jdbi.getConfig(SqlStatements.class)
                .setTemplateEngine(TemplateEngine.NOP)
                // It would keep each text for an engine that has nothing to do.
                .setTemplateCache(DefaultJdbiCacheBuilder.builder().maxSize(1))
                .setSqlParser(new NamedParameters(PARSED_CHARACTERS));
        return jdbi;
    }
}
