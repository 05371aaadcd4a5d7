// A component for Unity (2021 or newer, not WebGL) that follows the top of a leaderboard. Add it to an object, and subscribe to
// Changed. All events are raised on the main thread.
using System;
using System.Collections.Generic;
using System.IO;
using System.Net.WebSockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

namespace Laurel
{
    [Serializable]
    public class Participant
    {
        public string name;
        public string externalId;
    }

    /// <summary>A row of the list. Scores are exact decimal numbers, as text.</summary>
    [Serializable]
    public class Row
    {
        public string standingId;
        public int rank;
        public int position;
        public string score;
        public string subscore;
        public Participant participant;
    }

    [Serializable]
    public class ListEvent
    {
        public string cursor;
        public string baseCursor;
        public int startPosition;
        public int startRank;
        public string[] removedStandingIds;
        public Row[] upserted;
    }

    /// <summary>A list as of an event.</summary>
    public sealed class FollowedList
    {
        public readonly string Cursor;
        public readonly List<Row> Rows;

        FollowedList(string cursor, List<Row> rows)
        {
            Cursor = cursor;
            Rows = rows;
        }

        /// <summary>
        /// Applies the changes of an event to the list that its base names. Returns null if that is another list. Unity reads null
        /// as an empty text or as 0: events of aroundChanged have a start, and the top starts at 1.
        /// </summary>
        public static FollowedList Apply(FollowedList list, ListEvent changes)
        {
            var isWhole = string.IsNullOrEmpty(changes.baseCursor);
            if (!isWhole && (list == null || list.Cursor != changes.baseCursor))
            {
                return null;
            }
            var gone = new HashSet<string>(changes.removedStandingIds);
            foreach (var row in changes.upserted)
            {
                gone.Add(row.standingId);
            }
            var rows = isWhole ? new List<Row>() : list.Rows.FindAll(row => !gone.Contains(row.standingId));
            var start = Math.Max(changes.startPosition, 1);
            foreach (var row in changes.upserted)
            {
                rows.Insert(row.position - start, row);
            }
            for (var i = 0; i < rows.Count; i++)
            {
                var above = i == 0 ? null : rows[i - 1];
                var isTied = above != null && above.score == rows[i].score && above.subscore == rows[i].subscore;
                rows[i] = new Row
                {
                    standingId = rows[i].standingId,
                    rank = isTied ? above.rank : i == 0 ? Math.Max(changes.startRank, 1) : start + i,
                    position = start + i,
                    score = rows[i].score,
                    subscore = rows[i].subscore,
                    participant = rows[i].participant,
                };
            }
            return new FollowedList(changes.cursor, rows);
        }
    }

    public sealed class LaurelTop : MonoBehaviour
    {
        const string Subscription =
            "subscription ($board: String!, $first: Int!, $after: String) {"
            + " topStandingsChanged(ranking: {leaderboardKey: $board}, first: $first, after: $after) {"
            + " cursor baseCursor removedStandingIds"
            + " upserted { standingId rank position score subscore participant { name externalId } } } }";

        static readonly HashSet<int> FinalCodes =
            new HashSet<int> { 1002, 1003, 1007, 1008, 1009, 4400, 4401, 4406, 4409, 4429 };

        static readonly HashSet<string> TemporaryCodes =
            new HashSet<string> { "INTERNAL", "RATE_LIMITED", "SLOW_CONSUMER", "TIMEOUT", "UNAVAILABLE" };

        public string address = "ws://127.0.0.1:8080/graphql";
        public string leaderboard = "drivers";
        public int first = 10;

        /// <summary>Requests a token of the player from the game's server, for every connection. Null for anonymous callers.</summary>
        public Func<Task<string>> RequestToken;

        /// <summary>The rows have changed.</summary>
        public event Action<IReadOnlyList<Row>> Changed;

        /// <summary>The leaderboard is no longer followed, for example because it has been deleted.</summary>
        public event Action<string> Ended;

        readonly System.Random random = new System.Random();
        CancellationTokenSource stopping;
        FollowedList list;
        int attempt;
        int refusals;

        async void OnEnable()
        {
            stopping = new CancellationTokenSource();
            try
            {
                await Follow(stopping.Token);
            }
            catch (OperationCanceledException)
            {
                // The component was disabled.
            }
        }

        void OnDisable()
        {
            stopping.Cancel();
        }

        /// <summary>Follows until the subscription ends. Connects again after interruptions, and resumes after the last event.</summary>
        public async Task Follow(CancellationToken stop)
        {
            while (true)
            {
                string reason = null;
                using (var socket = new ClientWebSocket())
                {
                    try
                    {
                        reason = await Converse(socket, stop) ?? ReasonToEnd(socket);
                    }
                    catch (Exception error) when (error is WebSocketException || error is IOException || error is TimeoutException)
                    {
                        reason = ReasonToEnd(socket);
                    }
                }
                if (reason != null)
                {
                    Ended?.Invoke(reason);
                    return;
                }
                var longest = Math.Min(500 << Math.Min(attempt++, 5), 10000);
                await Task.Delay(random.Next(longest / 2, longest), stop);
            }
        }

        string ReasonToEnd(ClientWebSocket socket)
        {
            var code = (int)(socket.CloseStatus ?? 0);
            var refused = code == 4403 && (RequestToken == null || ++refusals > 2);
            return refused || FinalCodes.Contains(code) ? code + " " + socket.CloseStatusDescription : null;
        }

        /// <summary>Returns why the subscription has ended. Null if the connection has ended.</summary>
        async Task<string> Converse(ClientWebSocket socket, CancellationToken stop)
        {
            socket.Options.AddSubProtocol("graphql-transport-ws");
            var token = RequestToken == null ? null : await RequestToken();
            await socket.ConnectAsync(new Uri(address), stop);
            var payload = token == null ? "{}" : "{\"Authorization\":" + Quote("Bearer " + token) + "}";
            await Send(socket, "{\"type\":\"connection_init\",\"payload\":" + payload + "}", stop);
            for (var text = await Receive(socket, stop); text != null; text = await Receive(socket, stop))
            {
                switch (JsonUtility.FromJson<Message>(text).type)
                {
                    case "connection_ack":
                        refusals = 0;
                        await Subscribe(socket, stop);
                        break;
                    case "ping":
                        await Send(socket, "{\"type\":\"pong\"}", stop);
                        break;
                    case "next":
                        var result = JsonUtility.FromJson<NextMessage>(text).payload;
                        if (result.errors != null && result.errors.Length > 0)
                        {
                            return ReasonOf(result.errors[0]);
                        }
                        attempt = 0;
                        list = FollowedList.Apply(list, result.data.topStandingsChanged);
                        if (list == null)
                        {
                            return null; // The changes apply to another list: starts again without a cursor.
                        }
                        Changed?.Invoke(list.Rows);
                        break;
                    case "error":
                        return ReasonOf(JsonUtility.FromJson<ErrorMessage>(text).payload[0]);
                    case "complete":
                        return "complete";
                }
            }
            return null;
        }

        string ReasonOf(Error error)
        {
            var resumed = list != null && error.extensions.code == "INVALID_CURSOR";
            list = resumed ? null : list;
            return resumed || TemporaryCodes.Contains(error.extensions.code) ? null : error.message;
        }

        Task Subscribe(ClientWebSocket socket, CancellationToken stop)
        {
            var after = list == null ? "null" : Quote(list.Cursor);
            var variables = "{\"board\":" + Quote(leaderboard) + ",\"first\":" + first + ",\"after\":" + after + "}";
            var payload = "{\"query\":" + Quote(Subscription) + ",\"variables\":" + variables + "}";
            return Send(socket, "{\"id\":\"top\",\"type\":\"subscribe\",\"payload\":" + payload + "}", stop);
        }

        static Task Send(ClientWebSocket socket, string message, CancellationToken stop)
        {
            var bytes = new ArraySegment<byte>(Encoding.UTF8.GetBytes(message));
            return socket.SendAsync(bytes, WebSocketMessageType.Text, true, stop);
        }

        /// <summary>The next message. Null if the connection is closed. The service sends pings, so a minute of silence is a loss.</summary>
        static async Task<string> Receive(ClientWebSocket socket, CancellationToken stop)
        {
            var buffer = new ArraySegment<byte>(new byte[8192]);
            using (var message = new MemoryStream())
            {
                WebSocketReceiveResult part;
                do
                {
                    var receiving = socket.ReceiveAsync(buffer, stop);
                    if (await Task.WhenAny(receiving, Task.Delay(60000, stop)) != receiving)
                    {
                        stop.ThrowIfCancellationRequested();
                        throw new TimeoutException();
                    }
                    part = await receiving;
                    message.Write(buffer.Array, 0, part.Count);
                }
                while (!part.EndOfMessage);
                return part.MessageType == WebSocketMessageType.Close ? null : Encoding.UTF8.GetString(message.ToArray());
            }
        }

        static string Quote(string text)
        {
            return "\"" + text.Replace("\\", "\\\\").Replace("\"", "\\\"") + "\"";
        }

        [Serializable]
        class Message
        {
            public string type;
        }

        [Serializable]
        class NextMessage
        {
            public Payload payload;
        }

        [Serializable]
        class Payload
        {
            public Fields data;
            public Error[] errors;
        }

        [Serializable]
        class Fields
        {
            public ListEvent topStandingsChanged;
        }

        [Serializable]
        class ErrorMessage
        {
            public Error[] payload;
        }

        [Serializable]
        class Error
        {
            public string message;
            public Extensions extensions;
        }

        [Serializable]
        class Extensions
        {
            public string code;
        }
    }
}
