package laurel;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import javax.lang.model.element.Modifier;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** A Java file of the project as javac parses it, for tests of style. */
record JavaFile(Path path, CompilationUnitTree tree, DocTrees trees) {
    /** A method or constructor, and the lines from its first annotation to its last brace. */
    record Method(String name, long lines) {}

    /** A string literal. */
    record Text(String where, String value) {}

    /** All files below a directory. */
    static List<JavaFile> below(String directory) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<Path> paths = ProjectFiles.below(directory, "java");
            var task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(paths));
            DocTrees trees = DocTrees.instance(task);
            return StreamSupport.stream(task.parse().spliterator(), false)
                    .map(tree -> new JavaFile(Path.of(tree.getSourceFile().getName()), tree, trees))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The name of the package. */
    String inPackage() {
        return Objects.requireNonNull(tree.getPackageName(), path::toString).toString();
    }

    boolean isPackageInfo() {
        return path.endsWith("package-info.java");
    }

    /** The Javadoc of the package. Empty if there is none. */
    String packageDescription() {
        String comment = trees.getDocComment(new TreePath(new TreePath(tree), tree.getPackage()));
        return comment == null ? "" : comment;
    }

    List<Method> methods() {
        List<Method> methods = new ArrayList<>();
        new TreePathScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
                methods.add(new Method(path + " " + method.getName() + ":" + firstLine(method), lines(method)));
                return super.visitMethod(method, null);
            }
        }.scan(tree, null);
        return methods;
    }

    List<Text> texts() {
        List<Text> texts = new ArrayList<>();
        new TreePathScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitLiteral(LiteralTree literal, @Nullable Void nothing) {
                if (literal.getValue() instanceof String value) {
                    texts.add(new Text(path + ":" + firstLine(literal), value));
                }
                return super.visitLiteral(literal, null);
            }
        }.scan(tree, null);
        return texts;
    }

    /** Public types without Javadoc, nested ones included. */
    List<String> undocumentedTypes() {
        List<String> undocumented = new ArrayList<>();
        new TreePathScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
                String comment = trees.getDocComment(getCurrentPath());
                if (type.getModifiers().getFlags().contains(Modifier.PUBLIC)
                        && (comment == null || comment.isBlank())) {
                    undocumented.add(path + " " + type.getSimpleName());
                }
                return super.visitClass(type, null);
            }
        }.scan(tree, null);
        return undocumented;
    }

    private long firstLine(Tree part) {
        return line(trees.getSourcePositions().getStartPosition(tree, part));
    }

    private long lines(Tree part) {
        return line(trees.getSourcePositions().getEndPosition(tree, part)) - firstLine(part) + 1;
    }

    private long line(long position) {
        return tree.getLineMap().getLineNumber(position);
    }
}
