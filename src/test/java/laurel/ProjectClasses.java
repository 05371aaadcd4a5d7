package laurel;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.regex.Pattern;

/** The classes of the project, without generated classes and tests. They are read once for all tests. */
public final class ProjectClasses {
    private static final Pattern GENERATED = Pattern.compile(".*/\\$[^/]*");

    public static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.matches(GENERATED))
            .importPackages("laurel");

    private ProjectClasses() {}
}
