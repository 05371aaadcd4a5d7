package laurel.erasure;

import io.micronaut.serde.annotation.Serdeable;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import laurel.job.JobKind;
import laurel.job.JobWork;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.request.erasure.ErasureSource;
import laurel.request.erasure.ErasureSubject;
import laurel.score.erasure.ErasedEntries;
import laurel.score.erasure.IndexedRanking;

/**
 * Erases what is left of a participant that has lost its name. A part erases some rows, without a lock of a leaderboard, or the
 * entries on one leaderboard, or rebuilds one rank index.
 */
@Singleton
class ErasureWork implements JobWork<ErasureWork.ErasureParameters, ErasurePosition, EraseParticipantResult> {
    /** Rows of a table that a part erases; as many are erased before the job starts. */
    static final int ROWS = 5_000;

    private final List<ErasureSource> sources;
    private final ErasedEntries entries;
    private final Leaderboards leaderboards;
    private final ErasureRepository repository;

    ErasureWork(
            List<ErasureSource> sources,
            ErasedEntries entries,
            Leaderboards leaderboards,
            ErasureRepository repository) {
        this.sources = sources;
        this.entries = entries;
        this.leaderboards = leaderboards;
        this.repository = repository;
    }

    /**
     * The parameters of the job. They have nothing that names the participant.
     *
     * @param withheldOn leaderboards on which its entries were not ranked, 0 for all
     * @param rankings   rankings whose index is to be rebuilt
     */
    @Serdeable
    record ErasureParameters(
            long participantId, ErasedStandings standings, List<Integer> withheldOn, List<IndexedRanking> rankings) {
        ErasureSubject subject(int app) {
            return new ErasureSubject(app, participantId, standings == ErasedStandings.REMOVED, withheldOn);
        }
    }

    @Override
    public JobKind kind() {
        return JobKind.ERASE_PARTICIPANT;
    }

    @Override
    public Types<ErasureParameters, ErasurePosition, EraseParticipantResult> types() {
        return new Types<>(ErasureParameters.class, ErasurePosition.class, EraseParticipantResult.class);
    }

    @Override
    public Step<ErasurePosition, EraseParticipantResult> part(
            Part<ErasureParameters, ErasurePosition, EraseParticipantResult> part, Instant now) {
        ErasureParameters asked = part.parameters();
        ErasureSubject subject = asked.subject(part.app());
        EraseParticipantResult before = part.result();
        EraseParticipantResult result =
                before == null ? new EraseParticipantResult(asked.standings(), 1) : before.next();
        ErasurePosition from = part.from() == null ? ErasurePosition.START : part.from();
        return switch (from.stage()) {
            case ROWS -> {
                boolean more = eraseRows(subject, ROWS);
                yield new Step<>(more ? from : ErasurePosition.entries(unfinished(subject)), result, null);
            }
            case ENTRIES -> {
                erase(subject, from.boards().getFirst(), now);
                List<Integer> rest = from.boards().subList(1, from.boards().size());
                yield new Step<>(ErasurePosition.entries(rest), result, null);
            }
            case INDEXES -> new Step<>(rebuild(subject, asked.rankings(), from.rebuiltCount()), result, null);
            case LATE_ROWS -> eraseRows(subject, ROWS) ? new Step<>(from, result, null) : Step.last(result);
        };
    }

    /** Erases some rows of each table. Returns whether there may be more. */
    boolean eraseRows(ErasureSubject subject, int most) {
        boolean more = false;
        for (ErasureSource source : sources) {
            source.tables().forEach(table -> repository.deleteRows(table, subject));
            more |= source.eraseRows(subject, most);
        }
        return more;
    }

    private List<Integer> unfinished(ErasureSubject subject) {
        return List.copyOf(entries.unfinished(subject));
    }

    private void erase(ErasureSubject subject, int leaderboard, Instant now) {
        Leaderboard board =
                leaderboards.lock(subject.app(), Set.of(leaderboard)).get(leaderboard);
        if (board != null) {
            entries.erase(subject, board, now);
        }
    }

    private ErasurePosition rebuild(ErasureSubject subject, List<IndexedRanking> rankings, int done) {
        if (done == rankings.size()) {
            return ErasurePosition.LATE_ROWS;
        }
        IndexedRanking next = rankings.get(done);
        boolean exists =
                !leaderboards.lock(subject.app(), Set.of(next.leaderboardId())).isEmpty();
        if (exists) {
            entries.rebuild(next.rankingId());
        }
        return ErasurePosition.indexes(done + 1);
    }
}
