// What LaurelTop.cs uses of Unity, so that it compiles and runs without it.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace UnityEngine
{
    public class MonoBehaviour
    {
    }

    /// <summary>Reads JSON into public fields, like Unity's: unknown members are ignored, and null becomes an empty text or object.</summary>
    public static class JsonUtility
    {
        public static T FromJson<T>(string json)
        {
            return (T)Convert(new Reader(json).Value(), typeof(T));
        }

        static object Convert(object value, Type type)
        {
            if (type == typeof(string))
            {
                return value ?? "";
            }
            if (type == typeof(int))
            {
                return value == null ? 0 : int.Parse((string)value, CultureInfo.InvariantCulture);
            }
            if (type.IsArray)
            {
                var items = value as List<object> ?? new List<object>();
                var array = Array.CreateInstance(type.GetElementType(), items.Count);
                for (var i = 0; i < items.Count; i++)
                {
                    array.SetValue(Convert(items[i], type.GetElementType()), i);
                }
                return array;
            }
            var result = Activator.CreateInstance(type);
            var members = value as Dictionary<string, object> ?? new Dictionary<string, object>();
            foreach (var field in type.GetFields())
            {
                object member;
                members.TryGetValue(field.Name, out member);
                field.SetValue(result, Convert(member, field.FieldType));
            }
            return result;
        }

        /// <summary>Objects are dictionaries, arrays are lists, and numbers are texts.</summary>
        sealed class Reader
        {
            readonly string json;
            int at;

            public Reader(string json)
            {
                this.json = json;
            }

            public object Value()
            {
                switch (Next())
                {
                    case '{':
                        return Members();
                    case '[':
                        return Items();
                    case '"':
                        return Text();
                    default:
                        return Literal();
                }
            }

            char Next()
            {
                while (char.IsWhiteSpace(json[at]))
                {
                    at++;
                }
                return json[at];
            }

            object Members()
            {
                var members = new Dictionary<string, object>();
                at++;
                while (Next() != '}')
                {
                    var name = Text();
                    Next();
                    at++;
                    members[name] = Value();
                    if (Next() == ',')
                    {
                        at++;
                        Next();
                    }
                }
                at++;
                return members;
            }

            object Items()
            {
                var items = new List<object>();
                at++;
                while (Next() != ']')
                {
                    items.Add(Value());
                    if (Next() == ',')
                    {
                        at++;
                    }
                }
                at++;
                return items;
            }

            string Text()
            {
                var text = new StringBuilder();
                for (at++; json[at] != '"'; at++)
                {
                    if (json[at] != '\\')
                    {
                        text.Append(json[at]);
                        continue;
                    }
                    at++;
                    if (json[at] == 'u')
                    {
                        text.Append((char)int.Parse(json.Substring(at + 1, 4), NumberStyles.HexNumber));
                        at += 4;
                    }
                    else
                    {
                        var index = "bfnrt".IndexOf(json[at]);
                        text.Append(index < 0 ? json[at] : "\b\f\n\r\t"[index]);
                    }
                }
                at++;
                return text.ToString();
            }

            object Literal()
            {
                var start = at;
                while (at < json.Length && ",]} \t\r\n".IndexOf(json[at]) < 0)
                {
                    at++;
                }
                var literal = json.Substring(start, at - start);
                return literal == "null" ? null : literal;
            }
        }
    }
}
