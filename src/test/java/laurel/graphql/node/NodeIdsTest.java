package laurel.graphql.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import laurel.Together;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class NodeIdsTest {
    private static final NodeIds IDS = ids(1);
    private static final NodeId STANDING = id("Standing", 3, 700_000, (1_500L << 40) + 2_000_000, 10_000_000);

    private static NodeIds ids(int key) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) key;
        return new NodeIds(bytes);
    }

    private static NodeId id(String type, int app, int board, long... numbers) {
        return new NodeId(type, app, board, LongStream.of(numbers).boxed().toList(), "");
    }

    @Provide
    Arbitrary<NodeId> nodes() {
        return Combinators.combine(
                        Arbitraries.of(NodeType.class).map(NodeType::typeName),
                        Arbitraries.integers().greaterOrEqual(1),
                        Arbitraries.integers().greaterOrEqual(0),
                        Arbitraries.longs().greaterOrEqual(0).list().ofMaxSize(3),
                        Arbitraries.strings().ascii().ofMaxLength(64))
                .as((type, app, board, numbers, key) -> new NodeId(
                        type,
                        app,
                        board,
                        numbers,
                        key.substring(0, Math.min(key.length(), Math.min(64, 71 - 9 * numbers.size())))));
    }

    @Property
    void parsesItsOwnIds(@ForAll("nodes") NodeId id) {
        String text = IDS.text(id);
        assertThat(IDS.parse(text)).contains(id);
        assertThat(IDS.text(id)).isEqualTo(text);
        assertThat(text).matches("[A-Za-z0-9_-]{20,128}");
    }

    @Property
    void rejectsOtherTexts(@ForAll String text) {
        assertThat(IDS.parse(text)).isEmpty();
    }

    @Test
    void keepsReleasedIds() {
        assertThat(IDS.text(STANDING)).isEqualTo("ATFbfLTrM53dAxQ0bbq-odIwfABW3RIWI-3K9aApkg");
    }

    @Test
    void givesShortIdsToUsualObjects() {
        assertThat(IDS.text(STANDING)).hasSizeLessThanOrEqualTo(50);
        assertThat(IDS.text(id("FinalStanding", 3, 700_000, (1_500L << 40) + 2_000_000, 12, 10_000_000)))
                .hasSizeLessThanOrEqualTo(50);
    }

    @Test
    void acceptsLongestKey() {
        long most = Long.MAX_VALUE;
        int largest = Integer.MAX_VALUE;
        for (NodeId longest : List.of(
                id("Standing", largest, largest, most, most, most),
                new NodeId("Ranking", largest, largest, List.of(most), "x".repeat(62)),
                new NodeId("WindowDefinition", largest, largest, List.of(), "x".repeat(64)))) {
            assertThat(IDS.text(longest)).hasSizeLessThanOrEqualTo(NodeIds.LONGEST);
            assertThat(IDS.parse(IDS.text(longest))).contains(longest);
        }
    }

    @Test
    void rejectsEachChangedCharacter() {
        String text = IDS.text(STANDING);
        for (int at = 0; at < text.length(); at++) {
            for (char other : "AZaz059-_=+/. \u0000é".toCharArray()) {
                String changed = text.substring(0, at) + other + text.substring(at + 1);
                if (other != text.charAt(at)) {
                    assertThat(IDS.parse(changed)).as(changed).isEmpty();
                }
            }
        }
    }

    @Test
    void rejectsEachChangedBit() {
        byte[] bytes = Base64.getUrlDecoder().decode(IDS.text(STANDING));
        for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
            byte[] changed = bytes.clone();
            changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThat(IDS.parse(base64(changed))).as("bit %s", bit).isEmpty();
        }
    }

    @Test
    void rejectsTruncatedAndExtendedIds() {
        String text = IDS.text(STANDING);
        for (int end = 0; end < text.length(); end++) {
            assertThat(IDS.parse(text.substring(0, end))).isEmpty();
        }
        for (String more : List.of("A", "=", "==", "AAAA", text, "x".repeat(10_000))) {
            assertThat(IDS.parse(text + more)).isEmpty();
        }
    }

    @Test
    void rejectsIdsOfAnotherDatabase() {
        assertThat(ids(2).parse(IDS.text(STANDING))).isEmpty();
        assertThat(ids(2).text(STANDING)).isNotEqualTo(IDS.text(STANDING));
    }

    /** The first character is the version's; 64^7 prefixes are shared by two of a thousand once in 10 million runs. */
    @Test
    void givesConsecutiveNumbersDifferentPrefixes() {
        Set<String> prefixes = new HashSet<>();
        for (int number = 0; number < 1_000; number++) {
            prefixes.add(IDS.text(id("ScoreSubmission", 1, 1, number)).substring(0, 9));
        }
        assertThat(prefixes).hasSize(1_000);
    }

    @Test
    void distinguishesTypesAppsAndLeaderboards() {
        assertThat(Set.of(
                        IDS.text(id("Badge", 1, 0, 1)),
                        IDS.text(id("Streak", 1, 0, 1)),
                        IDS.text(id("Badge", 2, 0, 1)),
                        IDS.text(id("Badge", 1, 1, 1)),
                        IDS.text(id("Badge", 1, 0, 1, 0))))
                .hasSize(5);
    }

    @Test
    void givesEachTypeItsOwnNumber() {
        assertThat(Arrays.stream(NodeType.values()).map(NodeType::code))
                .doesNotHaveDuplicates()
                .allMatch(code -> code >= 1 && code <= Byte.MAX_VALUE);
        assertThat(Arrays.stream(NodeType.values()).map(NodeType::typeName)).doesNotHaveDuplicates();
    }

    @Test
    void rejectsObjectsThatDoNotFit() {
        assertThatThrownBy(() -> IDS.text(id("Entry", 1, 0, 1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IDS.text(id("Badge", 1, 0, -1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IDS.text(id("Badge", 1, 0, 1, 2, 3, 4))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IDS.text(new NodeId("Badge", 1, 0, List.of(), "x".repeat(65))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IDS.text(new NodeId("Badge", 1, 0, List.of(1L), "x".repeat(63))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void worksOnManyThreads() throws Exception {
        Together.all(64, n -> {
            for (long number = 0; number < 500; number++) {
                NodeId id = id("ScoreSubmission", n + 1, n, number);
                assertThat(IDS.parse(IDS.text(id))).contains(id);
            }
            return n;
        });
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
