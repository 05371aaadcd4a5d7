/**
 * The one PostgreSQL that Laurel keeps everything in: an embedded server by default, or an external one by its URL.
 *
 * <p>The beans {@code DataSource} and {@link laurel.database.sql.Sql} use a database that was checked and migrated, and
 * that is kept open until the context closes. Its sessions think in UTC, run no parallel plans and compile none.
 *
 * <h2>What holds</h2>
 *
 * <ul>
 *   <li>A row whose commit was acknowledged is there after the death of the service, of the server, or of both.
 *   <li>One Laurel works on a data directory: it holds {@code laurel.lock} there until it dies. So a server that is
 *       found running on the directory is an orphan, and is stopped.
 *   <li>A cluster is complete or not there: it is made in {@code postgres.unfinished} and then renamed. The same
 *       goes for PostgreSQL's programs.
 *   <li>Nobody gets into the embedded server without a password. That of the superuser {@code postgres} is in the file
 *       {@code postgres.password}, which its owner alone may read; the service works as the role {@code laurel}, which
 *       owns its database and nothing else, with a password that each start makes anew. The port is the fourth line of
 *       {@code postgres/postmaster.pid}.
 *   <li>No password is printed, also none out of a URL.
 * </ul>
 *
 * <h2>What fails, and how</h2>
 *
 * <ul>
 *   <li>A database that a person must see to ends the start-up with {@link CannotStartException}: one line,
 *       exit code 1.
 *   <li>A database that goes away later is noticed within a second or so, by looking ({@code
 *       OutageWatch}). From then on callers fail at once with {@code SQLTransientConnectionException}, as they do after
 *       waiting 5 s before it is noticed; a connection that was in use fails with a state of class 08 or 57. The
 *       pool finds its way back by itself, and the embedded server is started again when it dies.
 *   <li>Nodes that start together take turns at migrating, each waiting up to 10 minutes for the others.
 * </ul>
 *
 * <h2>Signals</h2>
 *
 * <ul>
 *   <li>What a transaction has changed wakes those who wait for it ({@link laurel.database.signal.Signals}), after its
 * commit: here
 *       at once, on other nodes by NOTIFY, at most one each 20 ms in a transaction of its own. Who notifies waits with its
 *       commit for every other that does, so no transaction with data in it notifies.
 *   <li>A node connects to hear only while somebody there listens. A signal says where to look, and no more: one that is
 *       lost is made good for by looking anyway, every 2 s.
 * </ul>
 *
 * <h2>Writing SQL</h2>
 *
 * <ul>
 *   <li>A statement whose text is known when it is compiled is the {@code @Query} of a method of a {@code
 * @JdbcRepository}. One
 *       whose text is made at run time, or whose rows are read one by one, goes through {@link laurel.database.sql.Sql}.
 * Both run
 *       alike: {@code RepositoryStatements} says why Micronaut Data's own way of running them is replaced.
 *   <li>{@code :name} is a parameter, {@code :badge.rule} what {@code rule()} of the argument {@code badge} returns. A
 * collection
 *       is an array, {@code unnest(:ids)}, and {@code unnest(:entries.id, :entries.score)} are those of the parts of its
 *       elements.
 *   <li>Micronaut Data decides by the words of a statement whether it returns rows. Without RETURNING, one with UPDATE,
 * DELETE or
 *       INSERT returns none: so {@code FOR NO KEY UPDATE} goes with {@code void}. With RETURNING, a row that may be
 * missing is
 *       {@code @Nullable}, never {@code Optional}. An UPDATE with {@code FOR UPDATE} in it is {@code void}, too. A
 * mistake fails at
 *       the first call.
 *   <li>Types that are {@code @Serdeable}, and lists of them, are {@code jsonb}.
 *   <li>{@code <name>} stands for a part of the text that the code replaces before it creates the statement: a table's
 *       name from our own catalog, never anything that came from a caller.
 *   <li>{@code ?} is the operator of jsonb, {@code ::} is a cast, and a colon before a blank is left alone:
 *       {@code tags[1 : 2]}.
 *   <li>Rows become records that are {@code @Introspected}, column {@code opened_at} the component {@code openedAt}; a
 * null for
 *       a primitive is an error.
 *   <li>A connection goes back to the pool with the settings it was left with: {@code SET LOCAL}, never {@code SET}.
 * </ul>
 */
@NullMarked
package laurel.database;

import laurel.CannotStartException;
import org.jspecify.annotations.NullMarked;
