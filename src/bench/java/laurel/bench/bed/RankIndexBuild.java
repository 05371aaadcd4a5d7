package laurel.bench.bed;

/** Where the service builds its rank index over entries that were not written by itself. */
final class RankIndexBuild {
    private RankIndexBuild() {}

    /** There is none yet: ranks are counted in the entries. */
    static void build(Bed bed, Board board) {
        bed.progress().say(board.label() + ": no index of ranks is built");
    }
}
