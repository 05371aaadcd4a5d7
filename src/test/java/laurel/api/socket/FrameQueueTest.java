package laurel.api.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import laurel.database.Until;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class FrameQueueTest {
    private final FlushCount flushes = new FlushCount();
    private final DefaultEventLoop loop = new DefaultEventLoop();
    private final EmbeddedChannel channel = new EmbeddedChannel(flushes);
    private final FrameQueue queue = new FrameQueue(loop);
    private final List<String> written = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        loop.shutdownGracefully();
        channel.finishAndReleaseAll();
    }

    @Test
    void flushesMessagesOfOneConnectionTogetherAndInOrder() {
        addWhileLoopIsBusy(List.of("1", "2", "3"));
        assertThat(sent()).containsExactly("1", "2", "3");
        assertThat(written).containsExactly("1", "2", "3");
        assertThat(flushes.count).isEqualTo(1);
    }

    @Test
    void writesMoreMessagesThanOneTurn() {
        List<String> texts =
                IntStream.range(0, 1_000).mapToObj(Integer::toString).toList();
        addWhileLoopIsBusy(texts);
        assertThat(sent()).isEqualTo(texts);
        assertThat(flushes.count).isBetween(2, 10);
    }

    @Test
    void writesMessageThatIsAddedDuringATurn() {
        queue.add(channel, new TextWebSocketFrame("1"), () -> add("2"));
        Until.holds(() -> written.size() == 1);
        assertThat(sent()).containsExactly("1", "2");
    }

    @Test
    void writesAtOnceOnTheThreadOfTheLoop() {
        int flushed = loop.submit(() -> {
                    add("1");
                    add("2");
                    return flushes.count;
                })
                .syncUninterruptibly()
                .getNow();
        assertThat(flushed).isEqualTo(2);
        assertThat(sent()).containsExactly("1", "2");
    }

    @Test
    void completesMessagesOfClosedConnection() {
        channel.close();
        addWhileLoopIsBusy(List.of("1"));
        assertThat(sent()).isEmpty();
    }

    private void addWhileLoopIsBusy(List<String> texts) {
        var free = new CountDownLatch(1);
        loop.execute(() -> {
            try {
                free.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        texts.forEach(this::add);
        assertThat(written).isEmpty();
        free.countDown();
        Until.holds(() -> written.size() == texts.size());
        loop.submit(() -> {}).syncUninterruptibly();
    }

    private void add(String text) {
        queue.add(channel, new TextWebSocketFrame(text), () -> written.add(text));
    }

    private List<String> sent() {
        List<String> texts = new ArrayList<>();
        for (TextWebSocketFrame frame = channel.readOutbound(); frame != null; frame = channel.readOutbound()) {
            texts.add(frame.text());
            frame.release();
        }
        return texts;
    }

    /** Counts flushes. */
    private static final class FlushCount extends ChannelOutboundHandlerAdapter {
        /** Written by the event loop, which is the thread of the test. */
        int count;

        @Override
        public void flush(ChannelHandlerContext context) throws Exception {
            count += 1;
            super.flush(context);
        }
    }
}
