package laurel.database.signal;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import laurel.database.signal.Signal.Topic;

/**
 * What one node tells all others at once: its name, and signals as their topic's first letter and their id.
 *
 * @param node who tells it
 */
record SignalMessage(String node, Collection<Signal> signals) {
    /**
     * Of more, the others are told that it may be anything: PostgreSQL carries 8,000 bytes, of which these are 13 at
     * most.
     */
    private static final int MOST = 500;

    private static final Collection<Signal> ANYTHING = List.of(new Signal(Topic.ANYTHING, 0));

    String text() {
        return (signals.size() > MOST ? ANYTHING : signals)
                .stream()
                        .map(signal -> signal.topic().name().substring(0, 1) + signal.id())
                        .collect(Collectors.joining(" ", node + " ", ""));
    }

    /** What cannot be read, because another version or a person has told it, may be anything. */
    static SignalMessage of(String text) {
        String[] words = text.split(" ", -1);
        try {
            List<Signal> signals =
                    Arrays.stream(words).skip(1).map(SignalMessage::signal).toList();
            return new SignalMessage(words[0], signals);
        } catch (IllegalArgumentException e) {
            return new SignalMessage(words[0], ANYTHING);
        }
    }

    private static Signal signal(String word) {
        Topic topic = Arrays.stream(Topic.values())
                .filter(one -> word.startsWith(one.name().substring(0, 1)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(word));
        return new Signal(topic, Integer.parseInt(word.substring(1)));
    }
}
