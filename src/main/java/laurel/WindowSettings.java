package laurel;

import static laurel.Setting.count;
import static laurel.Setting.number;
import static laurel.Setting.time;

import java.time.Duration;
import laurel.Settings.Section;

/** Settings of windows, scores and the rank index. */
final class WindowSettings {
    static final Section WINDOWS = new Section(
            "Windows and scores",
            time("laurel.windows.open-every", "60s", "How often the next windows are opened ahead of time."),
            time("laurel.lifecycle.every", "1s", "How often windows that are due are finalized."),
            time(
                    "laurel.lifecycle.check-every",
                    "60s",
                    "How often all leaderboards with the clock `SUBMISSIONS` are checked for windows that are due, in case a signal"
                            + " was lost."),
            time("laurel.lifecycle.expire-every", "60s", "How often windows beyond their retention expire."),
            time(
                    "laurel.lifecycle.drop-after",
                    "60s",
                    Duration.ZERO,
                    "How long the partitions of expired windows are kept for requests that may still read them."),
            time(
                    "laurel.sweep.every",
                    "60s",
                    "How often rows of deleted leaderboards and expired windows are removed."),
            count("laurel.sweep.batch-size", 5_000, "Maximum number of these rows that one transaction removes."),
            number(
                    "laurel.ledger.retention-months",
                    0,
                    0,
                    12_000,
                    "Number of calendar months before the current one for which submissions are kept. 0 keeps"
                            + " all. Without its submissions, a window can no longer be corrected, backfilled, or read"
                            + " as of an earlier time."),
            number(
                    "laurel.rankindex.threshold",
                    512,
                    0,
                    100_000,
                    "A ranking gets a rank index soon after it has more entries than this, and before it has twice as many. It"
                            + " loses the index when it has fewer than a quarter of this number."),
            number(
                    "laurel.rankindex.leaf-size",
                    16,
                    1,
                    1_000,
                    "Number of entries of a new leaf of the rank index. A leaf splits at twice this number."),
            number(
                    "laurel.rankindex.fanout",
                    64,
                    2,
                    1_000,
                    "Number of children of a new node of the rank index. A node splits at twice this number."),
            count(
                    "laurel.rankindex.cached-nodes",
                    8_192,
                    "Maximum number of nodes of the rank index in memory, for submissions. A node takes about 6 kB."),
            number(
                    "laurel.cached-rows",
                    10_000,
                    0,
                    1_000_000,
                    "Maximum number of rows in each of six caches of leaderboards, windows and rankings, for queries. A row takes"
                            + " about 1 kB; a leaderboard with long metadata counts as several."),
            number(
                    "laurel.submission-lanes",
                    1,
                    1,
                    100,
                    "Maximum number of transactions of an app that store small requests for several leaderboards at the same time,"
                            + " on a node. With 2 processors, one is fastest for 32 clients, and two for 128."));

    private WindowSettings() {}
}
