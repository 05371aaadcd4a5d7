package laurel.database.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.exceptions.EmptyResultException;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import laurel.LaurelTest;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@LaurelTest
class RepositoryStatementsTest {
    private static final Group EU = new Group(new TreeMap<>(Map.of("region", "eu")));

    @Inject
    Things things;

    @Inject
    Sql sql;

    @BeforeEach
    void makeTable() {
        sql.execute("CREATE TABLE thing (id bigint PRIMARY KEY, name text, parent bigint)");
    }

    @AfterEach
    void dropTable() {
        sql.execute("DROP TABLE thing");
    }

    @Introspected
    record Thing(long id, @Nullable String name, @Nullable Long parent) {}

    record Owner(Thing owned, List<String> tags, Group group) {
        String shout() {
            return tags.getFirst() + "!";
        }
    }

    @Introspected
    record Owned(
            @Nullable Long id,
            @Nullable String name,
            List<String> tags,
            Group place,
            List<Grouping> groupings,
            String shout) {}

    @Introspected
    record Lists(List<@Nullable Long> numbers, List<TimeUnit> units) {}

    @JdbcRepository(dialect = Dialect.POSTGRES)
    interface Things extends SqlRepository {
        @Query("INSERT INTO thing SELECT * FROM unnest(:things.id, :things.name, :things.parent)")
        int insert(Collection<Thing> things);

        @Query("INSERT INTO thing VALUES (:thing.id, :thing.name, :thing.parent) ON CONFLICT DO NOTHING RETURNING *")
        @Nullable
        Thing add(Thing thing);

        @Query("UPDATE thing SET parent = :parent::bigint WHERE id = ANY (:ids)")
        void setParent(List<Long> ids, @Nullable Long parent);

        @Query("UPDATE thing SET name = given.name FROM unnest(:names.key, :names.value) AS given (id, name)"
                + " WHERE thing.id = given.id RETURNING thing.*")
        List<Thing> rename(Map<Long, String> names);

        @Query(
                "WITH gone AS (DELETE FROM thing WHERE id = :id RETURNING *) INSERT INTO thing SELECT id + 100, name FROM gone")
        void move(long id);

        @Query("SELECT * FROM thing ORDER BY id")
        List<Thing> all();

        @Query("SELECT * FROM thing WHERE id = :id")
        Optional<Thing> find(long id);

        @Query("SELECT * FROM thing WHERE id = :id")
        Thing get(long id);

        @Query("SELECT * FROM thing WHERE name = :name")
        Optional<Thing> named(String name);

        @Query("SELECT id FROM thing WHERE id = ANY (:ids) ORDER BY id FOR UPDATE")
        List<Long> lock(long[] ids);

        @Query("DELETE FROM thing RETURNING *")
        Optional<Thing> lostOptional();

        @Query("SELECT * FROM thing FOR NO KEY UPDATE")
        List<Thing> lostRows();

        @Query("""
                SELECT :owner.owned.id::bigint AS id, :owner.owned.name AS name, :owner.tags AS tags, :owner.group AS place,
                       :groupings AS groupings, :owner.shout AS shout
                """)
        Owned echo(Owner owner, List<Grouping> groupings);

        @Query("SELECT :moment")
        Instant moment(Instant moment);

        @Query("SELECT (:moments)[1]")
        Instant first(List<Instant> moments);

        @Query("SELECT :day")
        LocalDate day(LocalDate day);

        @Query("SELECT :duration")
        Duration duration(Duration duration);

        @Query("SELECT (:zones)[2]")
        ZoneId second(Collection<ZoneId> zones);

        @Query("SELECT (:groups.group)[1]")
        Json firstGroup(List<Owner> groups);

        @Query("SELECT :numbers AS numbers, :units AS units")
        Lists lists(List<@Nullable Long> numbers, List<TimeUnit> units);

        @Query("SELECT name FROM thing WHERE id = ANY (:ids)")
        Set<String> names(Collection<Long> ids);

        @Query("""
                SELECT asked.n, t.* FROM unnest(:parents) WITH ORDINALITY AS asked (parent, n)
                JOIN thing AS t USING (parent) ORDER BY t.id
                """)
        List<Numbered<Thing>> ofParents(List<Long> parents);

        @Query("SELECT asked.n, asked.id * 2 AS value FROM unnest(:ids) WITH ORDINALITY AS asked (id, n) WHERE id > 1")
        List<Numbered<Long>> doubled(List<Long> ids);

        @Query("SELECT 1 / :zero")
        int divide(int zero);
    }

    @Test
    void writesAndReadsRowsOfACollection() {
        var first = new Thing(1, "a", null);
        var second = new Thing(2, null, 1L);
        assertThat(things.insert(List.of(first, second))).isEqualTo(2);
        assertThat(things.all()).containsExactly(first, second);
        assertThat(things.find(2)).contains(second);
        assertThat(things.find(3)).isEmpty();
        assertThat(things.get(1)).isEqualTo(first);
        assertThatThrownBy(() -> things.get(3)).isInstanceOf(EmptyResultException.class);
    }

    @Test
    void groupsRowsBySeveralQueries() {
        var first = new Thing(1, "a", 9L);
        var second = new Thing(2, "a", 8L);
        var third = new Thing(3, "b", 9L);
        things.insert(List.of(first, second, third));
        List<Long> parents = List.of(8L, 7L, 9L);
        assertThat(Numbered.lists(parents, things.ofParents(parents)))
                .isEqualTo(Map.of(8L, List.of(second), 9L, List.of(first, third)));
        List<Long> ids = List.of(1L, 5L, 5L);
        assertThat(Numbered.map(ids, things.doubled(ids))).isEqualTo(Map.of(5L, 10L));
        assertThat(things.names(List.of(1L, 2L, 3L))).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void returnsRowsOfWritingStatements() {
        assertThat(things.add(new Thing(1, "a", null))).isEqualTo(new Thing(1, "a", null));
        assertThat(things.add(new Thing(1, "b", null))).isNull();
        assertThat(things.rename(Map.of(1L, "c", 7L, "d"))).containsExactly(new Thing(1, "c", null));
        things.setParent(List.of(1L), 5L);
        assertThat(things.all()).containsExactly(new Thing(1, "c", 5L));
        things.setParent(List.of(1L), null);
        things.move(1);
        assertThat(things.all()).containsExactly(new Thing(101, "c", null));
        assertThat(things.lock(new long[] {101, 102})).containsExactly(101L);
    }

    @Test
    void failsIfMicronautDataWouldLoseRows() {
        assertThatThrownBy(() -> things.lostRows()).hasMessageContaining("lostRows");
        assertThatThrownBy(() -> things.lostOptional()).hasMessageContaining("lostOptional");
    }

    @Test
    void bindsPropertiesOfAValue() {
        var owner = new Owner(new Thing(7, "seven", null), List.of("a", "b"), EU);
        var groupings = List.of(Grouping.EVERYONE, new Grouping(List.of("region")));
        assertThat(things.echo(owner, groupings))
                .isEqualTo(new Owned(7L, "seven", List.of("a", "b"), EU, groupings, "a!"));
        assertThat(things.firstGroup(List.of(owner)).text()).isEqualTo("{\"region\": \"eu\"}");
    }

    @Test
    void bindsAndReadsDatesOfEveryEraAndNullsInLists() {
        Instant moment = Instant.parse("1500-03-01T12:00:00Z");
        assertThat(things.moment(moment)).isEqualTo(moment);
        assertThat(things.first(List.of(moment))).isEqualTo(moment);
        assertThat(things.day(LocalDate.of(1, 1, 1))).isEqualTo("0001-01-01");
        assertThat(things.duration(Duration.ofHours(49).plusMillis(5)))
                .isEqualTo(Duration.ofHours(49).plusMillis(5));
        assertThat(things.second(List.of(ZoneId.of("UTC"), ZoneId.of("Asia/Kathmandu"))))
                .isEqualTo(ZoneId.of("Asia/Kathmandu"));
        Lists lists = things.lists(Arrays.asList(1L, null, 3L), List.of(TimeUnit.DAYS));
        assertThat(lists.numbers).containsExactly(1L, null, 3L);
        assertThat(lists.units).containsExactly(TimeUnit.DAYS);
    }

    @Test
    void findsNothingByTextWithInvalidCharacters() {
        things.insert(List.of(new Thing(1, "a", null)));
        assertThat(things.named("a")).isPresent();
        assertThat(things.named("a\0")).isEmpty();
    }

    @Test
    void showsCauseButNoValuesInFailures() {
        assertThatThrownBy(() -> things.divide(0)).hasMessageContaining("division by zero");
    }
}
