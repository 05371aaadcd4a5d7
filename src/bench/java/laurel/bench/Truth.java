package laurel.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import laurel.bench.bed.Bed;
import laurel.bench.bed.Board;

/**
 * The correct ranks of a leaderboard, from its entries, which are read once. Positions begin at 0. Participants are
 * identified by their number.
 */
final class Truth {
    private static final int PART = 100_000;
    private static final int NONE = -1;

    private final int total;
    private final long[] score;
    private final byte[] subscore;
    private final int[] participant;
    private final int[] position;
    private final int[] rank;
    private final int[] denseRank;

    private Truth(int total) {
        this.total = total;
        score = new long[total];
        subscore = new byte[total];
        participant = new int[total];
        position = new int[total + 1];
        rank = new int[total];
        denseRank = new int[total];
    }

    /** Reads the entries in order of their keys. Ranks follow from comparing neighbours. */
    static Truth read(Bed bed, Board board) throws SQLException {
        Truth truth = new Truth(board.size());
        try (Connection connection = bed.postgres().connectAsService();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.setFetchSize(PART);
            bed.progress().begin("truth of " + board.label(), truth.total, "entries");
            try (ResultSet rows = statement.executeQuery("SELECT ~sort_key, ~subscore_key, participant_id FROM "
                    + board.entryTable() + " WHERE ranking_id = " + board.rankingId()
                    + " ORDER BY sort_key, subscore_key, tie_key, id_key")) {
                for (int at = 0; rows.next(); at++) {
                    truth.add(at, rows.getLong(1), rows.getByte(2), rows.getInt(3));
                    bed.progress().advance(1);
                }
            }
        }
        bed.progress().end();
        return truth;
    }

    private void add(int at, long itsScore, byte itsSubscore, int who) {
        score[at] = itsScore;
        subscore[at] = itsSubscore;
        participant[at] = who;
        position[who] = at;
        boolean first = at == 0;
        boolean ties = !first && score[at - 1] == itsScore && subscore[at - 1] == itsSubscore;
        rank[at] = ties ? rank[at - 1] : at + 1;
        denseRank[at] = first ? 1 : ties ? denseRank[at - 1] : denseRank[at - 1] + 1;
    }

    int total() {
        return total;
    }

    int position(int who) {
        return position[who];
    }

    int participant(int at) {
        return participant[at];
    }

    long score(int at) {
        return score[at];
    }

    int subscore(int at) {
        return subscore[at];
    }

    int rank(int at) {
        return rank[at];
    }

    int denseRank(int at) {
        return denseRank[at];
    }

    /** SQL's PERCENT_RANK(). */
    double percentRank(int at) {
        return total == 1 ? 0 : (rank[at] - 1.0) / (total - 1.0);
    }

    double percentile(int at) {
        return total == 1 ? 100 : (total - rank[at]) * 100.0 / total;
    }

    /** The last position whose percentile is at least this; -1 if there is none. */
    int lastWithPercentile(double least) {
        int low = NONE;
        int high = total;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (percentile(middle) >= least) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Number of entries with a better score. */
    int better(long than, long subscoreThan) {
        int low = 0;
        int high = total;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (score[middle] > than || (score[middle] == than && subscore[middle] > subscoreThan)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Number of entries with this rank or a better one. */
    int ranksUpTo(int worst) {
        int low = 0;
        int high = total;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (rank[middle] <= worst) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
