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
            Pattern.compile("\\s*(query|mutation|subscription|fragment)\\b[^`]*\\{[^`]*}\\s*|\\s*\\{\\s*\\w+[^`$]*\\{[^`]*}\\s*");
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
            OperationDefinition operation = check.operation(path, text);
            if (operation != null) {
                documents.put(path, AstPrinter.printAstCompact(operation));
                check.requireName(path, operation);
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
            OperationDefinition operation = operation(path, document);
            if (operation != null) {
                printed.add(AstPrinter.printAstCompact(operation));
                if (!files.contains(printed.getLast())) {
                    faults.add(path + " has a document that equals no file: " + operation.getName());
                }
            }
        }
        return printed;
    }

    /** The only operation of a document; null if it is not valid. */
    private @Nullable OperationDefinition operation(String path, String text) {
        try {
            Document document = Parser.parse(text);
            if (document.getDefinitions().size() == 1
                    && document.getDefinitions().getFirst() instanceof OperationDefinition operation
                    && operation.getName() != null) {
                return operation;
            }
            faults.add(path + " must have exactly one operation, with a name: " + start(text));
        } catch (InvalidSyntaxException e) {
            faults.add(path + " is not GraphQL: " + e.getMessage());
        }
        return null;
    }

    private void requireName(String path, OperationDefinition operation) {
        String name = HUMP.matcher(operation.getName()).replaceAll("-").toLowerCase(Locale.ROOT) + ".graphql";
        if (!path.endsWith("/" + name)) {
            faults.add(path + " must be named " + name);
        }
    }

    private static String start(String text) {
        String line = text.strip();
        return line.substring(0, Math.min(line.length(), 60));
    }
}
