/**
 * Connections to PostgreSQL: URL and role ({@link laurel.database.connection.Login}), the configuration of the pool ({@link
 * laurel.database.connection.PoolConfiguration}), and outages.
 *
 * <p>{@link laurel.database.connection.OutageMonitor} checks the database every second, and at once after a connection of the
 * pool fails. During an outage {@link laurel.database.connection.MonitoredPool} fails at once, so callers do not wait for a
 * connection. The log has one line when an outage begins and one when it ends. {@link laurel.database.connection.Outage}
 * distinguishes failures of the database from failures of a statement.
 */
@NullMarked
package laurel.database.connection;

import org.jspecify.annotations.NullMarked;
