package laurel.bench;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.bench.CheckQuestion.Check;
import laurel.bench.bed.Board;
import laurel.bench.bed.GraphQL;
import laurel.bench.bed.GraphQL.Answer;

/** Many random questions in one request, which the service answers with one statement. */
final class CheckRequest {
    private static final int OF_EACH_KIND = 4;
    private static final List<CheckQuestion> QUESTIONS = Stream.of(CheckQuestion.values())
            .flatMap(question -> Stream.generate(() -> question).limit(OF_EACH_KIND))
            .toList();

    private static final String DOCUMENT =
            """
            query ($key: String!, <variables>) {
              leaderboard(key: $key) { window(select: {relative: {definitionKey: "all-time"}}) { ranking { <fields> } } }
            }
            fragment place on Standing {
              participant { externalId } score subscore rank denseRank position ranking { entryCount } percentRank percentile
            }
            """.replace("<variables>", each(", ", true)).replace("<fields>", each(" ", false));

    private CheckRequest() {}

    private static String each(String separator, boolean variables) {
        return IntStream.range(0, QUESTIONS.size())
                .mapToObj(n -> variables
                        ? QUESTIONS.get(n).variables(n)
                        : QUESTIONS.get(n).field(n))
                .collect(joining(separator));
    }

    /** Number of questions. */
    static int size() {
        return QUESTIONS.size();
    }

    /** Sends the request, and returns the differences. */
    static List<String> send(GraphQL graphql, Board board, Truth truth, SplittableRandom random)
            throws IOException, InterruptedException {
        List<Check> checks =
                QUESTIONS.stream().map(question -> question.ask(truth, random)).toList();
        Map<String, Object> variables = new HashMap<>(Map.of("key", board.key()));
        for (int n = 0; n < checks.size(); n++) {
            checks.get(n).put(variables, n);
        }
        Answer ranking = graphql.ask(DOCUMENT, variables).at("leaderboard", "window", "ranking");
        List<String> wrong = new ArrayList<>();
        for (int n = 0; n < checks.size(); n++) {
            Answer answer = ranking.at("q" + n);
            String difference = checks.get(n).comparison().with(answer);
            if (difference != null) {
                wrong.add(QUESTIONS.get(n) + " " + checks.get(n).a() + " "
                        + checks.get(n).b() + ": " + difference + ", is " + answer.value());
            }
        }
        return wrong;
    }
}
