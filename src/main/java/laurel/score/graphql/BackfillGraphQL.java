package laurel.score.graphql;

import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import laurel.graphql.Binding;
import laurel.graphql.Input;
import laurel.graphql.Mutations;
import laurel.graphql.RequestContext;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.score.backfill.WindowBackfill;
import laurel.score.backfill.WindowBackfill.BackfillWindows;

/** Binds {@code backfill.graphqls}. */
@Singleton
class BackfillGraphQL implements Binding {
    private final WindowBackfill backfill;

    BackfillGraphQL(WindowBackfill backfill) {
        this.backfill = backfill;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations().input("backfillWindows", this::start));
    }

    private Object start(RequestContext request, Input input) {
        BackfillWindows requested = input.as(BackfillWindows.class);
        if (requested.startTime() != null
                && requested.endTime() != null
                && !requested.startTime().isBefore(requested.endTime())) {
            throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "`startTime` must be before `endTime`.");
        }
        return backfill.start(request.app(), requested, request.now());
    }
}
