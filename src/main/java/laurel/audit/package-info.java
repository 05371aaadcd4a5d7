/**
 * The audit: who changed what by an administrative act, when, and how it was before and after.
 *
 * <p>A mutation that is no mere fact (a score, an activity event) is an {@link laurel.database.sql.Act}. Its transactions have
 * the act as a setting, and triggers of the tables of definitions and administrative state ({@code R__audit.sql}) write the
 * records in the same transaction. So a record exists if and only if its change was committed; a refused mutation and a dry run
 * leave none. {@link laurel.audit.AuditRecord} is a record, {@link laurel.audit.AuditRecordRepository} lists them.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Records are never changed or deleted: triggers reject it. {@link laurel.audit.AuditDropper} drops whole months after
 *       {@code laurel.audit.retention}.
 *   <li>Records contain no secret: {@code R__audit.sql} lists the columns that are excluded. A test fails for a table that is
 *       neither audited nor listed as exempt.
 *   <li>Consequences, such as entries that are derived again or awards that a job adds, have no records: only the act has.
 *   <li>Submissions, activity and background work have no act, and run no additional statement.
 * </ul>
 */
@NullMarked
package laurel.audit;

import org.jspecify.annotations.NullMarked;
