package laurel.api.client;

import graphql.language.AstPrinter;
import graphql.language.Document;
import graphql.language.OperationDefinition;
import graphql.parser.InvalidSyntaxException;
import graphql.parser.Parser;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compares the GraphQL documents of scripts with files. A script marks each document, a template literal, with the comment
 * {@code GraphQL}.
 */
final class WebOperations {
    private static final Pattern MARK = Pattern.compile("/\\* GraphQL \\*/\\s*");
    private static final Pattern LITERAL = Pattern.compile("(/\\* GraphQL \\*/\\s*)?`([^`\\\\]*)`");
    private static final Pattern OPERATION =
            Pattern.compile("\\s*(query|mutation|subscription|fragment)\\b[^`]*\\{[^`]*}\\s*");
    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

    private final List<String> faults = new ArrayList<>();

    private WebOperations() {}

    /**
     * Returns everything that is wrong.
     *
     * @param scripts texts of scripts by path
     * @param files documents by path
     */
    static List<String> faults(Map<String, String> scripts, Map<String, String> files) {
        var check = new WebOperations();
        Map<String, String> documents = new LinkedHashMap<>();
        files.forEach((path, text) -> {
            Document document = check.document(path, text);
            if (document != null) {
                documents.put(path, AstPrinter.printAstCompact(document));
                check.requireName(path, name(document));
            }
        });
        List<String> used = new ArrayList<>();
        scripts.forEach((path, text) -> used.addAll(check.documents(path, text, documents.values())));
        documents.forEach((path, text) -> {
            if (!used.contains(text)) {
                check.faults.add(path + " is used by no script");
            }
        });
        return check.faults;
    }

    /** The documents of a script. Each must be that of a file. */
    private List<String> documents(String path, String script, Collection<String> files) {
        List<String> found = new ArrayList<>();
        long marks = MARK.matcher(script).results().count();
        LITERAL.matcher(script).results().forEach(literal -> {
            if (literal.group(1) != null) {
                found.add(literal.group(2));
            } else if (OPERATION.matcher(literal.group(2)).matches()) {
                faults.add(path + " has a document without the mark: " + start(literal.group(2)));
            }
        });
        if (marks != found.size()) {
            faults.add(path + " has " + marks + " marks, but " + found.size() + " marked literals");
        }
        List<String> printed = new ArrayList<>();
        for (String document : found) {
            Document parsed = document(path, document);
            if (parsed != null) {
                printed.add(AstPrinter.printAstCompact(parsed));
                if (!files.contains(printed.getLast())) {
                    faults.add(path + " has a document that equals no file: " + name(parsed));
                }
            }
        }
        return printed;
    }

    /** A document with exactly one operation, and fragments of it; null if it is not valid. */
    private @Nullable Document document(String path, String text) {
        try {
            Document document = Parser.parse(text);
            if (document.getDefinitionsOfType(OperationDefinition.class).size() == 1
                    && !name(document).isEmpty()) {
                return document;
            }
            faults.add(path + " must have exactly one operation, with a name: " + start(text));
        } catch (InvalidSyntaxException e) {
            faults.add(path + " is not GraphQL: " + e.getMessage());
        }
        return null;
    }

    /** The name of the first operation. */
    private static String name(Document document) {
        String name = document.getDefinitionsOfType(OperationDefinition.class)
                .getFirst()
                .getName();
        return name == null ? "" : name;
    }

    /** The name of a file may leave out the folder, with which the name of the operation begins. */
    private void requireName(String path, String operation) {
        String name = HUMP.matcher(operation).replaceAll("-").toLowerCase(Locale.ROOT) + ".graphql";
        String[] parts = path.split("/", -1);
        String file = parts[parts.length - 1];
        if (!name.equals(file) && !name.equals(parts[parts.length - 2] + "-" + file)) {
            faults.add(path + " must be named " + name);
        }
    }

    private static String start(String text) {
        String line = text.strip();
        return line.substring(0, Math.min(line.length(), 60));
    }
}
