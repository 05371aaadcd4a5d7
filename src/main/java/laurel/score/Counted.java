package laurel.score;

import java.util.List;
import org.jdbi.v3.core.mapper.Nested;

/** A submission and the windows that took it. */
record Counted(@Nested ScoreSubmission submission, List<Long> windowIds) {}
