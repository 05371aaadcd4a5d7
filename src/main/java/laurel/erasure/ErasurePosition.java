package laurel.erasure;

import io.micronaut.serde.annotation.Serdeable;
import java.util.List;

/**
 * Where an erasure continues.
 *
 * @param boards       leaderboards whose entries are left, in the stage ENTRIES
 * @param rebuiltCount rankings whose index is rebuilt, in the stage INDEXES
 */
@Serdeable
public record ErasurePosition(ErasureStage stage, List<Integer> boards, int rebuiltCount) {
    static final ErasurePosition START = new ErasurePosition(ErasureStage.ROWS, List.of(), 0);

    static final ErasurePosition LATE_ROWS = new ErasurePosition(ErasureStage.LATE_ROWS, List.of(), 0);

    static ErasurePosition entries(List<Integer> boards) {
        return boards.isEmpty() ? indexes(0) : new ErasurePosition(ErasureStage.ENTRIES, boards, 0);
    }

    static ErasurePosition indexes(int rebuiltCount) {
        return new ErasurePosition(ErasureStage.INDEXES, List.of(), rebuiltCount);
    }
}
