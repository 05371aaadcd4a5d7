package laurel;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds API keys, tokens of players and secrets of webhooks in texts, by their form, and the keys of tests. */
public final class Secrets {
    private static final Pattern SECRET =
            Pattern.compile("laurel_[0-9a-f]{16}_[0-9a-f]{8}|whsec_[\\w+/]{8}|eyJ[\\w-]{8,}\\.|"
                    + Pattern.quote(LaurelServer.KEY) + "|a-secret-of-the-studio");

    private Secrets() {}

    /** The lines that contain a secret. */
    public static List<String> lines(Stream<String> lines) {
        return lines.filter(line -> SECRET.matcher(line).find()).toList();
    }
}
