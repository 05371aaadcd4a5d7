/**
 * The PostgreSQL database that holds all state: an embedded server by default, or an external one by its URL.
 *
 * <p>The beans {@code DataSource} and {@link laurel.database.sql.Sql} use a database that was checked and migrated. It stays
 * open until the context closes. Its sessions use UTC, no parallel plans and no JIT. Read {@link laurel.database.Database}
 * first, then the packages {@code sql} (statements and transactions), {@code connection} (pool and outages), {@code
 * partition}, {@code signal} (NOTIFY between nodes) and {@code embedded}.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A committed row survives the death of the service, of the server, or of both.
 *   <li>One process uses a data directory: it holds a lock on {@code laurel.lock} until it ends. A server that is found
 *       running on the directory was left behind by a killed service, and is stopped.
 *   <li>A cluster is complete or absent: it is created in {@code postgres.unfinished} and then renamed. The same applies to
 *       PostgreSQL's programs.
 *   <li>The embedded server accepts no connection without a password. The password of the superuser {@code postgres} is in
 *       the file {@code postgres.password}, which only its owner can read. The service uses the role {@code laurel}, which
 *       owns its database and nothing else, with a new password at each start. The port is the fourth line of {@code
 *       postgres/postmaster.pid}.
 *   <li>Passwords are never printed, including passwords in a URL.
 * </ul>
 *
 * <h2>Failures</h2>
 *
 * <ul>
 *   <li>If the database cannot be used at start-up, {@link laurel.CannotStartException} ends the process: one line on
 *       stderr, exit code 1.
 *   <li>{@link laurel.database.connection.OutageMonitor} notices a later outage within about a second. From then on callers
 *       fail at once with {@code SQLTransientConnectionException}; before that, after a wait of 5 s. A connection in use
 *       fails with an SQLSTATE of class 08 or 57. The pool recovers without a restart, and an embedded server that dies is
 *       started again.
 *   <li>After a failover or a restore the last commits may be missing, and their IDs, versions and sequences are used again.
 *       What a node remembers of the database is therefore in a {@link laurel.database.connection.ServerCache}, or has the
 *       start of the server in its version ({@link laurel.database.sql.Versioned}).
 *   <li>Nodes that start at the same time migrate one after the other. Each waits up to 10 minutes.
 * </ul>
 *
 * <h2>Signals</h2>
 *
 * <ul>
 *   <li>{@link laurel.database.signal.Signals} wakes listeners after the commit of a transaction: on this node at once, on
 *       other nodes by NOTIFY, at most once per 20 ms and in a separate transaction. Commits of transactions that notify
 *       wait for each other, so no transaction that writes data notifies.
 *   <li>A node connects for notifications only while it has listeners. A signal is only a hint where to look. Listeners also
 *       poll every 2 s, which makes up for lost signals.
 * </ul>
 *
 * <h2>Writing SQL</h2>
 *
 * <ul>
 *   <li>A statement with a fixed text is the {@code @Query} of a method of a {@code @JdbcRepository}. A statement that is
 *       composed at run time, or whose rows are read one by one, uses {@link laurel.database.sql.Sql}. Both behave alike:
 *       {@code RepositoryStatements} explains why it replaces Micronaut Data's own implementation.
 *   <li>{@code :name} is a parameter; {@code :badge.rule} is the result of {@code rule()} of the argument {@code badge}. A
 *       collection is an array, {@code unnest(:ids)}; {@code unnest(:entries.id, :entries.score)} takes arrays of the
 *       properties of its elements.
 *   <li>Micronaut Data decides by keywords whether a statement returns rows. A statement with UPDATE, DELETE or INSERT and
 *       without RETURNING returns none, so a {@code FOR NO KEY UPDATE} is {@code void}. With RETURNING, a row that may be
 *       missing is {@code @Nullable}, never {@code Optional}. An UPDATE with {@code FOR UPDATE} in it is {@code void}, too.
 *       A mistake fails at the first call.
 *   <li>Types that are {@code @Serdeable}, and lists of them, are {@code jsonb}.
 *   <li>{@code <name>} is a placeholder for a part of the text that code replaces before it creates the statement, such as
 *       the name of a partition. The replacement never contains input of a caller.
 *   <li>{@code ?} is the operator of jsonb, {@code ::} is a cast, and a colon before a space is not a parameter:
 *       {@code tags[1 : 2]}.
 *   <li>Rows become {@code @Introspected} records: the column {@code opened_at} is the component {@code openedAt}. A null for
 *       a primitive component is an error.
 *   <li>A connection returns to the pool with the settings that the statements leave: use {@code SET LOCAL}, never
 *       {@code SET}.
 * </ul>
 */
@NullMarked
package laurel.database;

import org.jspecify.annotations.NullMarked;
