package laurel;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.database.sql.SqlRepository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which packages may use which, and what is restricted to some of them. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = ProjectClasses.ALL;

    private static final Pattern SQL_CLOCK =
            Pattern.compile("(?i)\\b(now|(transaction|statement|clock)_timestamp|timeofday)\\s*\\(|"
                    + "\\b(current_(date|time|timestamp)|localtime(stamp)?)\\b");
    private static final Pattern VAGUE = Pattern.compile(".*(Manager|Helper|Utils?|Impl|Data|Info)");

    static List<Feature> features() {
        return Feature.ALL;
    }

    @ParameterizedTest
    @MethodSource("features")
    void usesOnlyAllowedPackagesInEachFeature(Feature feature) {
        DescribedPredicate<JavaClass> others = JavaClass.Predicates.resideInAPackage("laurel..")
                .and(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(feature.allowed())))
                .as("features other than %s", Arrays.toString(feature.allowed()));
        noClasses()
                .that()
                .resideInAPackage(feature.inPackage() + "..")
                .should()
                .dependOnClassesThat(others)
                .because(feature.because())
                .allowEmptyShould(feature.name().equals("demo"))
                .check(CLASSES);
    }

    @Test
    void usesNoFeatureInRootPackage() {
        noClasses()
                .that()
                .resideInAPackage("laurel")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("laurel.*..")
                .because("every feature may use it")
                .check(CLASSES);
    }

    @Test
    void listsEveryPackage() {
        Set<String> packages = CLASSES.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.equals("laurel"))
                .map(name -> name.replaceAll("(laurel\\.\\w+).*", "$1"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(Feature.ALL.stream().map(Feature::inPackage))
                .as("Add new packages to Feature.ALL, with the packages that they may use and the reason.")
                .containsAll(packages);
    }

    @Test
    void limitsPackagesTo25Types() {
        Map<String, Long> sizes = JavaFile.below("src/main/java").stream()
                .filter(file -> !file.isPackageInfo())
                .collect(Collectors.groupingBy(JavaFile::inPackage, Collectors.counting()));
        assertThat(sizes.entrySet())
                .as("A package is small enough to read at once. Split a larger one by its nouns.")
                .noneMatch(size -> size.getValue() > 25);
    }

    @Test
    void hasNoCyclesBetweenFeatures() {
        slices().matching("laurel.(*)..")
                .should()
                .beFreeOfCycles()
                .because("a feature without cycles can be read and changed separately")
                .check(CLASSES);
    }

    @Test
    void usesRepositoriesOnlyWithinTheirFeature() {
        assertThat(CLASSES.stream()
                        .filter(ArchitectureTest::isRepository)
                        .flatMap(repository -> repository.getDirectDependenciesToSelf().stream()
                                .map(Dependency::getOriginClass)
                                .filter(user -> !feature(user).equals(feature(repository)))
                                .map(user -> user.getName() + " uses " + repository.getName())))
                .as("Other features call the public methods of the feature, which check the rules in a transaction.")
                .isEmpty();
    }

    @Test
    void runsSqlOnlyInRepositories() {
        noClasses()
                .that(describe("are not repositories", type -> !mayRunSql(type)))
                .should()
                .accessTargetWhere(describe("runs SQL", ArchitectureTest::runsSql))
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("java\\.sql\\.(?!SQL\\w*Exception).*|javax\\.sql\\..*|org\\.postgresql\\..*")
                .because("the SQL of a feature is in one place")
                .check(CLASSES);
    }

    @Test
    void usesGraphQLOnlyInBindings() {
        assertThat(CLASSES.stream()
                        .filter(type -> !mayUseGraphQL(type))
                        .filter(type -> type.getDirectDependenciesFromSelf().stream()
                                .map(Dependency::getTargetClass)
                                .anyMatch(ArchitectureTest::belongsToGraphQL))
                        .map(ArchitectureTest::outermost))
                .as("Rules use plain records, so that they do not depend on GraphQL.")
                .isEmpty();
    }

    @Test
    void usesNoNestedTypeNameThreeTimes() {
        Map<String, Long> uses = CLASSES.stream()
                .filter(JavaClass::isNestedClass)
                .filter(type -> !type.isAnonymousClass() && !type.isLocalClass())
                .collect(Collectors.groupingBy(JavaClass::getSimpleName, Collectors.counting()));
        assertThat(uses.entrySet().stream().filter(use -> use.getValue() >= 3).map(Map.Entry::getKey))
                .as("A name that several nested types have is too general. Say what it is a row, a list or a part of.")
                .isEmpty();
    }

    @Test
    void hasNoCyclesBetweenPackagesOfAFeature() {
        Map<String, Set<String>> uses = CLASSES.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(use -> feature(use.getOriginClass()).equals(feature(use.getTargetClass())))
                .filter(use -> use.getTargetClass().getPackageName().startsWith("laurel."))
                .collect(Collectors.groupingBy(
                        use -> use.getOriginClass().getPackageName(),
                        Collectors.mapping(use -> use.getTargetClass().getPackageName(), Collectors.toSet())));
        assertThat(uses.entrySet().stream().flatMap(from -> from.getValue().stream()
                        .filter(to -> !to.equals(from.getKey()))
                        .filter(to -> reaches(uses, to, from.getKey(), new HashSet<>()))
                        .map(to -> from.getKey() + " -> " + to)))
                .as("A package without cycles can be read and changed separately.")
                .isEmpty();
    }

    private static boolean reaches(Map<String, Set<String>> uses, String from, String to, Set<String> seen) {
        return from.equals(to)
                || (seen.add(from)
                        && uses.getOrDefault(from, Set.of()).stream().anyMatch(next -> reaches(uses, next, to, seen)));
    }

    @Test
    void readsTimeOnlyFromClock() {
        noClasses()
                .should()
                .accessTargetWhere(describe("reads the current time", ArchitectureTest::asksForTheTime))
                .because("time is an argument of type Instant")
                .check(CLASSES);
    }

    @Test
    void createsClockOnlyInItsFactory() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("laurel.api.http.ClockFactory")
                .should()
                .accessTargetWhere(describe(
                        "creates a clock",
                        access -> access.getTargetOwner().isEquivalentTo(Clock.class)
                                && Pattern.matches(
                                        "system.*|tick.*", access.getTarget().getName())))
                .because("there is one clock, and tests replace it")
                .check(CLASSES);
    }

    @Test
    void passesTimeToSqlAsParameter() {
        Stream<JavaFile.Text> inCode = JavaFile.below("src/main/java").stream().flatMap(file -> file.texts().stream());
        Stream<JavaFile.Text> inMigrations = ProjectFiles.below("db/migration", "sql").stream()
                .map(file -> new JavaFile.Text(file.toString(), ProjectFiles.text(file)));
        assertThat(Stream.concat(inCode, inMigrations)
                        // It compares the clock of the database with the one of the service.
                        .filter(text -> !text.where().contains("ClockDrift.java"))
                        .filter(text ->
                                SQL_CLOCK.matcher(withoutComments(text.value())).find())
                        .map(JavaFile.Text::where))
                .as("SQL receives the time as a parameter, so that tests can set it.")
                .isEmpty();
    }

    @Test
    void usesNoVagueClassNames() {
        Set<String> vague = CLASSES.stream()
                .map(JavaClass::getSimpleName)
                .filter(name -> VAGUE.matcher(name).matches())
                // Relay defines this name.
                .filter(name -> !name.equals("PageInfo"))
                .collect(Collectors.toSet());
        assertThat(vague).isEmpty();
    }

    @Test
    void documentsEveryPackage() {
        List<JavaFile> files = JavaFile.below("src/main/java");
        Set<String> documented = files.stream()
                .filter(JavaFile::isPackageInfo)
                .filter(file -> ProjectFiles.text(file.path()).contains("@NullMarked"))
                .filter(file -> file.packageDescription().split("\\s+").length >= 15)
                .map(JavaFile::inPackage)
                .collect(Collectors.toSet());
        assertThat(files.stream().map(JavaFile::inPackage).distinct())
                .as("Each package has a package-info with @NullMarked, and a description of at least 15 words.")
                .allMatch(documented::contains);
    }

    private static boolean mayRunSql(JavaClass type) {
        String outermost = outermost(type);
        return feature(type).equals("database") || outermost.endsWith("Repository") || outermost.endsWith(".Ledger");
    }

    private static boolean mayUseGraphQL(JavaClass type) {
        return feature(type).equals("api")
                || List.of(type.getPackageName().split("\\.", -1)).contains("graphql");
    }

    private static boolean belongsToGraphQL(JavaClass type) {
        String name = type.getPackageName();
        return name.equals("graphql")
                || name.startsWith("graphql.")
                || (name.startsWith("laurel.") && mayUseGraphQL(type));
    }

    private static boolean isRepository(JavaClass type) {
        if (type.isEquivalentTo(SqlRepository.class)) {
            return false;
        }
        return type.getSimpleName().endsWith("Repository")
                || type.isAssignableTo(SqlRepository.class)
                || type.getSimpleName().equals("Ledger");
    }

    /** The first package below {@code laurel}. */
    private static String feature(JavaClass type) {
        String[] packages = type.getPackageName().split("\\.", -1);
        return packages.length == 1 ? "" : packages[1];
    }

    private static boolean runsSql(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        return (owner.equals("laurel.database.sql.Sql") && Pattern.matches("of|execute|use", name))
                || owner.equals("laurel.database.sql.Statement");
    }

    private static boolean asksForTheTime(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        return switch (name) {
            case "now" -> owner.startsWith("java.time.");
            case "currentTimeMillis" -> owner.equals("java.lang.System");
            case "getInstance" -> owner.equals("java.util.Calendar");
            case "<init>" -> owner.equals("java.util.Date");
            default -> false;
        };
    }

    private static String outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type.getName());
    }

    private static String withoutComments(String sql) {
        return sql.replaceAll("--.*", "");
    }
}
