package laurel.score;

import io.micronaut.core.annotation.Introspected;
import java.util.List;

/** A submission and the windows that took it. */
@Introspected
record Counted(ScoreSubmission submission, List<Long> windowIds) {}
