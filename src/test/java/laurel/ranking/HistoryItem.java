package laurel.ranking;

import static java.util.Comparator.comparing;
import static java.util.Comparator.nullsLast;
import static java.util.Comparator.reverseOrder;

import java.time.Instant;
import java.util.Comparator;
import laurel.GraphQLClient.Answer;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/** A ranking in which a participant has an entry. */
record HistoryItem(
        String board,
        WindowKind kind,
        String definition,
        String window,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt,
        String state,
        String group,
        int rank,
        String score) {
    /** The fields of a standing that {@link #of} reads. */
    static final String FIELDS = "rank score ranking { group { name } window { kind definitionKey name startsAt"
            + " endsAt state leaderboard { key } } }";

    /** The order of lists. */
    static final Comparator<HistoryItem> ORDER = comparing(HistoryItem::startsAt, nullsLast(reverseOrder()))
            .thenComparing(HistoryItem::board)
            .thenComparing(HistoryItem::kind)
            .thenComparing(HistoryItem::definition)
            .thenComparing(HistoryItem::group);

    static HistoryItem of(Answer standing) {
        Answer window = standing.node("ranking", "window");
        Object group = standing.at("ranking", "group");
        return new HistoryItem(
                window.text("leaderboard", "key"),
                WindowKind.valueOf(window.text("kind")),
                window.text("definitionKey"),
                window.text("name"),
                instant(window.at("startsAt")),
                instant(window.at("endsAt")),
                window.text("state"),
                group == null ? "" : standing.text("ranking", "group", "name"),
                Integer.parseInt(standing.text("rank")),
                standing.text("score"));
    }

    private static @Nullable Instant instant(@Nullable Object text) {
        return text == null ? null : Instant.parse(text.toString());
    }
}
