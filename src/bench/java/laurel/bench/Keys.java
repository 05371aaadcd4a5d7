package laurel.bench;

import io.micronaut.context.ApplicationContext;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.api.access.Authenticator;
import laurel.apikey.ApiKeys;
import laurel.apikey.ApiKeys.NewApiKey;
import laurel.bench.bed.Bed;
import laurel.bench.measure.CallLoad;
import laurel.bench.measure.Contestant;
import laurel.bench.measure.Result;
import laurel.bench.measure.Results;
import laurel.bench.report.Report;
import laurel.bench.report.Table;
import laurel.request.AppSource;
import laurel.request.RequestException;
import laurel.request.access.Identity;
import laurel.request.access.Role;

/** Checks of API keys, without HTTP. Their time must not show whether a wrong key has the ID of an existing one. */
final class Keys implements Benchmark {
    private static final String CONFIGURED = "key-of-the-benchmarks-0123456789";
    private static final String WRONG_SECRET = "wrong secret of a known ID";
    private static final String UNKNOWN_ID = "unknown ID";
    private static final double MAX_TIME = 1.2;

    @Override
    public String name() {
        return "keys";
    }

    @Override
    public void run(Bed bed, Report report) throws Exception {
        try (ApplicationContext beans = beans(bed)) {
            String key = create(beans);
            String secret = key.substring(key.lastIndexOf('_') + 1);
            String other = (secret.startsWith("0") ? "1" : "0") + secret.substring(1);
            Authenticator authenticator = beans.getBean(Authenticator.class);
            List<Contestant> contestants = List.of(
                    contestant("configured key", authenticator, CONFIGURED, true),
                    contestant("stored key", authenticator, key, true),
                    contestant(WRONG_SECRET, authenticator, key.replace(secret, other), false),
                    contestant(UNKNOWN_ID, authenticator, "laurel_0123456789abcdef_" + secret, false));
            Results results = bed.rounds().run("keys", contestants);
            results.failures().forEach(report::problem);
            addTable(report, contestants, results);
        }
    }

    /** The service in this process, on the same database. */
    private static ApplicationContext beans(Bed bed) {
        Map<String, Object> settings = new HashMap<>(bed.postgres().settings());
        settings.put("laurel.keys", CONFIGURED);
        settings.put("laurel.demo", false);
        settings.put("laurel.background", false);
        return ApplicationContext.builder()
                .deduceEnvironment(false)
                .banner(false)
                .properties(settings)
                .start();
    }

    private static String create(ApplicationContext beans) {
        return beans.getBean(ApiKeys.class)
                .create(
                        AppSource.DEFAULT_APP,
                        new NewApiKey("bench", Role.READER, false, null),
                        Identity.operator("bench"),
                        Instant.now())
                .key();
    }

    private static Contestant contestant(String name, Authenticator authenticator, String key, boolean valid) {
        List<String> header = List.of("Bearer " + key);
        return new Contestant(name, new CallLoad(() -> accepts(authenticator, header) == valid));
    }

    private static boolean accepts(Authenticator authenticator, List<String> header) {
        try {
            authenticator.authenticate(header, id -> {});
            return true;
        } catch (RequestException rejection) {
            return false;
        }
    }

    private static void addTable(Report report, List<Contestant> contestants, Results results) {
        Table table = new Table(
                "Checks of API keys",
                "In one process, without HTTP. The service remembers the stored key, and that the unknown ID is unknown."
                        + " A check of a wrong key includes its exception.",
                List.of("key"),
                Result.FIGURES,
                List.of("p50 / unknown ID's"));
        double unknown = results.of(UNKNOWN_ID).p50();
        for (Contestant one : contestants) {
            Result result = results.of(one.name());
            table.row(List.of(one.name()), result.figures(), List.of(result.p50() / unknown));
        }
        report.add(table);
        double ratio = results.of(WRONG_SECRET).p50() / unknown;
        report.atMost("keys: known / unknown ID, or unknown / known", MAX_TIME, Math.max(ratio, 1 / ratio));
    }
}
