package laurel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import laurel.DocumentationPage.Block;
import laurel.GraphQLClient.Answer;
import laurel.ingest.mapping.Mappings;
import laurel.webhook.WebhookClient;
import laurel.webhook.message.MessageMaker;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;

/**
 * Runs the examples of a page, in order, in an app of its own. A JSON block that starts with {@code data} is the answer to
 * the example before it; a second one is the answer to the same request sent again. An example without an answer has no errors.
 * An example that starts with {@code # Authorization: Bearer <key>} or {@code <token>} is sent with the latest one that an
 * example has created. {@code <submissionId>} is the ID of the first submission that the latest list has returned.
 * Other JSON blocks are the latest message of a webhook ({@code type}) or a mapping of streams ({@code streams}).
 */
final class DocumentationExamples {
    private static final Instant NOW = Instant.parse("2026-03-04T12:00:00Z");
    private static final String ADDRESS = "http://127.0.0.1:8080/graphql";

    /** What creates credentials, and their field. */
    private static final Map<String, String> CREATORS = Map.of("key", "createApiKey", "token", "createPlayerToken");

    private static final Pattern CREDENTIALS = Pattern.compile("# Authorization: Bearer <(\\w+)>\n");

    private final DocumentationPage page;
    private final Path directory;
    private final SoftAssertions answers = new SoftAssertions();
    private final Map<String, String> created = new HashMap<>();

    DocumentationExamples(DocumentationPage page, Path directory) {
        this.page = page;
        this.directory = directory;
    }

    void run() throws Exception {
        List<Block> blocks = page.blocks();
        // Commands run with the demo, as on a service that was started as README.md describes.
        boolean hasCommands = blocks.stream().anyMatch(DocumentationExamples::isCommand);
        try (LaurelServer laurel = hasCommands
                ? LaurelServer.start(new TickingClock(NOW), Map.of("laurel.demo", true))
                : LaurelServer.shared(new TickingClock(NOW))) {
            for (int i = 0; i < blocks.size(); i++) {
                run(laurel, blocks.get(i), blocks.subList(i + 1, blocks.size()));
            }
            new WebhookClient(laurel).disableAll();
        }
        answers.assertAll();
    }

    private void run(LaurelServer laurel, Block block, List<Block> following) throws Exception {
        if (block.is("graphql") || isCommand(block)) {
            List<Block> expected = following.stream().takeWhile(Block::isAnswer).toList();
            if (expected.isEmpty()) {
                remember(client(laurel, block).ask(text(block)));
            }
            for (Block answer : expected) {
                answers.assertThat(withoutCost(answer(laurel, block)))
                        .as(block.text())
                        .isEqualTo(json(answer.text()));
            }
            laurel.drainActivity();
            laurel.runJobs();
        } else if (block.is("json") && !block.isAnswer()) {
            check(laurel, block.text());
        }
    }

    private String text(Block block) {
        return block.text().replace("<submissionId>", created.getOrDefault("submissionId", ""));
    }

    private GraphQLClient client(LaurelServer laurel, Block block) {
        Matcher credentials = CREDENTIALS.matcher(block.text());
        return credentials.lookingAt()
                ? laurel.client(requireNonNull(created.get(credentials.group(1))))
                : laurel.client();
    }

    private void remember(Answer answer) {
        if (answer.at("data", "submissions", "nodes", 0) instanceof Map<?, ?> submission
                && submission.get("id") instanceof String id) {
            created.put("submissionId", id);
        }
        CREATORS.forEach((field, mutation) -> {
            if (answer.at("data", mutation, field) instanceof String value) {
                created.put(field, value);
            }
        });
    }

    private static boolean isCommand(Block block) {
        return block.is("bash") && block.text().startsWith("curl ");
    }

    private Object answer(LaurelServer laurel, Block block) throws Exception {
        return requireNonNull(
                block.is("graphql")
                        ? client(laurel, block).send(text(block), Map.of()).json()
                        : json(shell(laurel, block.text())));
    }

    /** Replaces the address, and adds the key that the service of the test requires. */
    private String shell(LaurelServer laurel, String command) throws Exception {
        String curl = "curl() { command curl -H 'Authorization: Bearer %s' \"$@\"; }\n".formatted(LaurelServer.KEY);
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        curl + command.replace(ADDRESS, laurel.address().toString()))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private void check(LaurelServer laurel, String text) throws IOException {
        if (((Map<?, ?>) json(text)).containsKey("streams")) {
            Path file = Files.writeString(directory.resolve("mapping.json"), text);
            assertThat(new Mappings(List.of(file.toString())).all()).isNotEmpty();
        } else {
            laurel.bean(MessageMaker.class).create(NOW);
            String body = laurel.client()
                    .ask("{ webhooks(first: 1) { nodes { deliveries(first: 1) { nodes { body } } } } }")
                    .text("data", "webhooks", "nodes", 0, "deliveries", "nodes", 0, "body");
            answers.assertThat(withAnySequence(body)).isEqualTo(withAnySequence(text));
        }
    }

    /** Sequences count the events of all examples that have run. */
    private static Object withAnySequence(String message) {
        return json(message.replaceAll("\"sequence\": ?\"\\d+\"", "\"sequence\":\"any\""));
    }

    /** Examples omit the cost, which every response contains. */
    private static Object withoutCost(Object answer) {
        Map<Object, @Nullable Object> shown = new HashMap<>((Map<?, ?>) answer);
        shown.remove("extensions");
        return shown;
    }

    private static Object json(String text) {
        try {
            return requireNonNull(JsonMapper.createDefault().readValue(text, Object.class));
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }
}
