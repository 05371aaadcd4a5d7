package laurel.database.signal;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import laurel.database.signal.Signal.Topic;

/**
 * A notification from one node to all others: the name of the node, and for each signal the first letter of the topic and the
 * ID.
 *
 * @param node name of the sender
 */
record SignalMessage(String node, Collection<Signal> signals) {
    /**
     * A message with more signals is replaced by {@code ANYTHING}. A notification has up to 8,000 bytes, a signal up to 13.
     */
    private static final int MAX_SIGNALS = 500;

    private static final Collection<Signal> ANYTHING = List.of(new Signal(Topic.ANYTHING, 0));

    String text() {
        return (signals.size() > MAX_SIGNALS ? ANYTHING : signals)
                .stream()
                        .map(signal -> signal.topic().name().substring(0, 1) + signal.id())
                        .collect(Collectors.joining(" ", node + " ", ""));
    }

    /** Parses a message. A text that cannot be parsed, for example from another version, becomes {@code ANYTHING}. */
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
