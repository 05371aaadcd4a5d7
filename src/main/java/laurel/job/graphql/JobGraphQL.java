package laurel.job.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import laurel.database.sql.Json;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.job.Job;
import laurel.job.Job.JobError;
import laurel.job.Job.JobFilter;
import laurel.job.JobJson;
import laurel.job.JobKind;
import laurel.job.JobState;
import laurel.job.JobWork;
import laurel.job.Jobs;
import laurel.request.Connection;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code job.graphqls}. */
@Singleton
class JobGraphQL implements Binding {
    private static final String TYPE = "Job";
    private static final String LIST = "jobs";

    /** Of 4 KiB, that a job's result may have. */
    private static final int ROWS = 20;

    private final Jobs jobs;
    private final JobJson texts;
    private final PageSize pageSize;
    private final Map<JobKind, Class<?>> results = new EnumMap<>(JobKind.class);

    JobGraphQL(Jobs jobs, JobJson texts, PageSize pageSize, List<JobWork<?, ?, ?>> works) {
        this.jobs = jobs;
        this.texts = texts;
        this.pageSize = pageSize;
        works.forEach(work -> results.put(work.kind(), work.types().result()));
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, TYPE, id -> ROWS, request.inApp(jobs::byIds));
        Loaders.registerList(loaders, LIST, ROWS, request.inApp(jobs::listed));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("job", JobGraphQL::job).dataFetcher("jobs", this::list))
                .type(new Mutations().input("cancelJob", this::cancel))
                .type(Fields.<Job>of(TYPE)
                        .id(Job::id)
                        .field("result", job -> result(job.kind(), job.result()))
                        .field("errors", job -> errors(job.error())));
    }

    private static CompletableFuture<Job> job(DataFetchingEnvironment environment) {
        String id = Input.of(environment).string("id");
        RequestContext request = RequestContext.of(environment);
        return Loaders.load(environment, TYPE, request.number("id", id, TYPE).orElse(null));
    }

    private CompletableFuture<Connection<Job>> list(DataFetchingEnvironment environment) {
        Input filter = Input.of(environment).optionalObject("filter");
        JobKind kind = filter == null ? null : filter.optionalConstant(JobKind.class, "kind");
        JobState state = filter == null ? null : filter.optionalConstant(JobState.class, "state");
        int app = RequestContext.of(environment).app();
        ListPage page = pageSize.page(environment, LIST + ":" + app + ":" + kind + ":" + state);
        return page.load(LIST, page.request(new JobFilter(kind, state), page.after(Long.MAX_VALUE)), Job::id);
    }

    private Object cancel(RequestContext request, Input input) {
        long id = request.number("jobId", input.string("jobId"), TYPE).orElseThrow(Jobs::unknown);
        return jobs.cancel(request.app(), id, request.now());
    }

    private @Nullable Object result(JobKind kind, @Nullable Json result) {
        Class<?> type = results.get(kind);
        return type == null ? null : texts.readOptional(result, type);
    }

    private static List<?> errors(@Nullable JobError error) {
        return error == null ? List.of() : List.of(error.refusal());
    }
}
