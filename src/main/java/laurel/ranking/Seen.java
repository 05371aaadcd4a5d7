package laurel.ranking;

import static java.util.Objects.requireNonNull;
import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import laurel.index.EntryPlace;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Look} found.
 *
 * @param total     how many stand in the ranking
 * @param top       best first
 * @param standings by participant, of those asked for who have an entry
 * @param better    how many scores are better than those of these places
 */
public record Seen(int total, List<Standing> top, Map<Long, Standing> standings, Map<EntryPlace, Integer> better) {
    static Seen of(Look look, Function<Question, @Nullable Found> found, Function<Count, @Nullable Integer> counted) {
        List<Standing> top = look.top() == 0
                ? List.of()
                : requireNonNull(found.apply(look.page())).standings().stream()
                        .limit(look.top())
                        .toList();
        Map<Long, Standing> standings = look.questions()
                .filter(Question.Of.class::isInstance)
                .map(question -> requireNonNull(found.apply(question)).only())
                .filter(Objects::nonNull)
                .collect(toMap(Standing::participantId, identity(), (a, b) -> b));
        Map<EntryPlace, Integer> better = look.scores().stream()
                .collect(toMap(identity(), score -> requireNonNull(counted.apply(look.better(score)))));
        return new Seen(requireNonNull(counted.apply(new Count.OfAll(look.ranking()))), top, standings, better);
    }
}
