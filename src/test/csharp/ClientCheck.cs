// Runs LaurelTop.cs. `vectors <files>` applies vectors; `follow <address> <leaderboard> <key>` prints the rows of every change as one
// line, until the subscription ends.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Laurel;
using UnityEngine;

static class ClientCheck
{
    [Serializable]
    public class Vector
    {
        public string name;
        public Step[] steps;
    }

    [Serializable]
    public class Step
    {
        public ListEvent @event;
        public Expected expect;
    }

    [Serializable]
    public class Expected
    {
        public string resubscribe;
        public ExpectedRow[] rows;
    }

    [Serializable]
    public class ExpectedRow
    {
        public string id;
        public int rank;
        public int position;
        public string score;
        public string subscore;
    }

    static int Main(string[] arguments)
    {
        return arguments[0] == "vectors" ? ApplyVectors(arguments.Skip(1)) : Follow(arguments);
    }

    static int ApplyVectors(IEnumerable<string> files)
    {
        var steps = 0;
        foreach (var vector in files.Select(file => JsonUtility.FromJson<Vector>(File.ReadAllText(file))))
        {
            FollowedList list = null;
            foreach (var step in vector.steps)
            {
                list = FollowedList.Apply(list, step.@event);
                var wanted = step.expect.resubscribe == "true"
                    ? "subscribe again"
                    : string.Join(", ", step.expect.rows.Select(row => Text(row.id, row.rank, row.position, row.score, row.subscore)));
                var seen = list == null ? "subscribe again" : Text(list.Rows);
                if (seen != wanted)
                {
                    Console.WriteLine(vector.name + ": " + seen + " instead of " + wanted);
                    return 1;
                }
                steps++;
            }
        }
        Console.WriteLine(steps + " steps");
        return 0;
    }

    static int Follow(string[] arguments)
    {
        var top = new LaurelTop { address = arguments[1], leaderboard = arguments[2], first = 5 };
        top.RequestToken = () => Task.FromResult(arguments[3]);
        top.Changed += rows => Console.WriteLine(Text(rows));
        top.Ended += reason => Console.WriteLine("ended: " + reason);
        top.Follow(CancellationToken.None).Wait();
        return 0;
    }

    static string Text(IEnumerable<Row> rows)
    {
        return string.Join(", ", rows.Select(row => Text(row.standingId, row.rank, row.position, row.score, row.subscore)));
    }

    static string Text(string id, int rank, int position, string score, string subscore)
    {
        return id + " " + rank + " " + position + " " + score + "/" + subscore;
    }
}
