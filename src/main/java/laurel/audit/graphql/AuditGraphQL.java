package laurel.audit.graphql;

import static java.util.Objects.requireNonNullElse;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import laurel.audit.AuditRecord;
import laurel.audit.AuditRecordFilter;
import laurel.audit.AuditRecordRepository;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.graphql.node.NodeType;
import laurel.request.Connection;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code audit.graphqls}. */
@Singleton
public class AuditGraphQL implements Binding {
    private static final String TYPE = "AuditRecord";
    private static final String LIST = "auditRecords";
    private static final String APP = "App";

    /** Maximum page size: records can be long. */
    private static final int MAX_PAGE_SIZE = 100;

    /** Maximum size of a record, in rows of 4 KiB. */
    private static final int ROWS = 32;

    private final AuditRecordRepository repository;

    AuditGraphQL(AuditRecordRepository repository) {
        this.repository = repository;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, TYPE, id -> ROWS, request.inApp(repository::byIds));
        Loaders.registerList(loaders, LIST, ROWS, request.inApp(repository::list));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher(LIST, AuditGraphQL::list)
                        .dataFetcher("auditRecord", AuditGraphQL::find))
                .type(Fields.<AuditRecord>of(TYPE)
                        .id(AuditRecord::id)
                        .fetched("subjectId", (record, env) -> subjectId(record, RequestContext.of(env))));
    }

    private static CompletableFuture<Connection<AuditRecord>> list(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment);
        Input given = Input.of(environment).optionalObject("filter");
        AuditRecordFilter filter = filter(request, requireNonNullElse(given, Input.NONE));
        ListPage page = PageSize.page(environment, LIST + ":" + request.app() + ":" + filter, MAX_PAGE_SIZE);
        return page.load(LIST, page.request(filter, page.after(Long.MAX_VALUE)), AuditRecord::id);
    }

    private static CompletableFuture<AuditRecord> find(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment);
        String id = Input.of(environment).string("id");
        return Loaders.load(environment, TYPE, request.number("id", id, TYPE).orElse(null));
    }

    /** The filter; an ID stands for the type and the number of a subject. */
    private static AuditRecordFilter filter(RequestContext request, Input filter) {
        String id = filter.optionalString("subjectId");
        NodeId subject = id == null ? null : request.read("filter.subjectId", id);
        String type = filter.optionalString("subjectType");
        if (subject != null && type != null && !type.equals(subject.type())) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT,
                    "`filter.subjectId` is the ID of another type than `filter.subjectType`.");
        }
        return new AuditRecordFilter(
                filter.optionalString("actor"),
                filter.optionalString("action"),
                subject == null ? type : subject.type(),
                filter.optionalString("subjectKey"),
                subject == null ? null : number(subject, request),
                filter.optionalMoment("startTime"),
                filter.optionalMoment("endTime"));
    }

    /** The number of a subject; 0, which no subject has, if it belongs to another app or has no number. */
    private static long number(NodeId subject, RequestContext request) {
        if (subject.app() != request.app()) {
            return 0;
        }
        if (subject.type().equals(APP)) {
            return subject.app();
        }
        return subject.numbers().isEmpty() ? 0 : subject.number();
    }

    private static @Nullable String subjectId(AuditRecord record, RequestContext request) {
        String type = record.subjectType();
        if (record.subjectId() == null || !NodeType.isName(type)) {
            return null;
        }
        List<Long> numbers = type.equals(APP) ? List.of() : List.of(record.subjectId());
        int board = Objects.requireNonNullElse(record.leaderboardId(), 0);
        return request.ids().text(new NodeId(type, record.appId(), board, numbers, ""));
    }
}
