package laurel;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page of the documentation: README.md, {@code db/README.md}, or one of {@code src/docs}. */
record DocumentationPage(Path path, String text) {
    private static final Pattern BLOCK = Pattern.compile("^```(\\w*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern INLINE = Pattern.compile("`([^`\\n]+)`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);
    private static final Pattern INDENTED = Pattern.compile("(?<=\\n\\n) {4,}\\S.*");

    static List<DocumentationPage> all() {
        return Stream.concat(
                        Stream.of(Path.of("README.md"), Path.of("db/README.md")),
                        ProjectFiles.below("src/docs", "md").stream())
                .map(DocumentationPage::of)
                .toList();
    }

    static DocumentationPage of(Path path) {
        return new DocumentationPage(path, ProjectFiles.text(path));
    }

    /** The fenced blocks, in order. */
    List<Block> blocks() {
        return BLOCK.matcher(text)
                .results()
                .map(block -> new Block(block.group(1), block.group(2)))
                .toList();
    }

    /** Blocks that are indented instead of fenced, and so have no language. */
    List<String> indentedBlocks() {
        return INDENTED.matcher(prose()).results().map(MatchResult::group).toList();
    }

    /** The code in sentences and tables. */
    List<String> inlineCode() {
        return INLINE.matcher(prose()).results().map(code -> code.group(1)).toList();
    }

    /** Targets of the links that lead to files or headings of the project. */
    List<String> links() {
        return LINK.matcher(prose())
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.startsWith("http"))
                .toList();
    }

    /** Whether a link leads to a file, and if it names a heading, to one that exists. */
    boolean hasTarget(String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? path : path.resolveSibling(parts[0]).normalize();
        return target.toFile().exists()
                && (parts.length == 1 || of(target).anchors().contains(parts[1]));
    }

    /** The anchors that GitHub creates for headings. */
    private Set<String> anchors() {
        return HEADING.matcher(prose())
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private String prose() {
        return BLOCK.matcher(text).replaceAll("");
    }

    @Override
    public String toString() {
        return path.toString();
    }

    /** A fenced block. */
    record Block(String language, String text) {
        boolean is(String other) {
            return language.equals(other);
        }

        /** Whether it is the answer to the block before. */
        boolean isAnswer() {
            return is("json") && text.startsWith("{\"data\"");
        }
    }
}
