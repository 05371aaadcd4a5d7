package laurel;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Former names of settings. The service does not start with one of them, and names the present one. */
final class RenamedSettings {
    /** The present names, by the former ones. */
    static final Map<String, String> PRESENT_NAMES = """
            index.from rankindex.threshold
            index.run rankindex.leaf-size
            index.parts rankindex.fanout
            limits.batch limits.batch-size
            limits.waiting-submissions limits.queued-submissions
            limits.waiting-activity limits.queued-events
            limits.late-activity limits.activity-age
            limits.watched limits.watched-participants
            limits.message limits.message-size
            limits.buffer limits.buffer-size
            limits.page limits.page-size
            limits.moments limits.past-times
            limits.fill-windows limits.backfill-windows
            limits.amnesty limits.amnesty-participants
            limits.backfill limits.badge-candidates
            limits.idempotency limits.idempotency-retention
            limits.policies limits.scoring-policies
            limits.trial limits.preview-days
            limits.query-characters limits.query-size
            limits.depth limits.query-depth
            limits.fields limits.query-fields
            limits.selections limits.query-selections
            limits.cached-query-characters limits.cached-query-size
            limits.nodes limits.response-values
            limits.answer-bytes limits.response-size
            limits.large-answers limits.large-responses
            limits.time limits.request-time
            limits.rescored-at-once limits.rescored-days
            live.look-every live.check-every
            webhooks.look-every webhooks.check-every
            streams.look-every streams.check-every
            badges.look-every badges.check-every
            clock.every clock.check-every
            sweep.part sweep.batch-size
            activity.part activity.batch-size
            streams.batch streams.batch-size
            outbox.most-shifts outbox.max-moves
            outbox.keep outbox.retention
            webhooks.keep webhooks.retention
            jobs.keep jobs.retention
            ledger.keep-months ledger.retention-months
            live.init live.connection-init-time
            live.ping live.ping-every
            live.stall live.stall-time
            webhooks.lanes webhooks.concurrency
            streams.idle streams.claim-after
            signals.poll signals.poll-every
            stop.within stop.timeout
            lifecycle.tidy-every lifecycle.expire-every
            """.lines()
            .map(line -> line.split(" ", 2))
            .collect(toUnmodifiableMap(names -> "laurel." + names[0], names -> "laurel." + names[1]));

    private RenamedSettings() {}

    /**
     * Returns one line that names the present setting. Null if the name is not a former one.
     *
     * @param name of a property, or of an environment variable
     */
    static @Nullable String complaint(String name) {
        for (Map.Entry<String, String> change : PRESENT_NAMES.entrySet()) {
            if (name.equals(change.getKey())) {
                return name + " has been renamed to " + change.getValue();
            }
            if (name.equals(Setting.variable(change.getKey()))) {
                return name + " has been renamed to " + Setting.variable(change.getValue());
            }
        }
        return null;
    }
}
