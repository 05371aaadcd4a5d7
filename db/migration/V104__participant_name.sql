-- Names by which standings are searched. A text matches a name if the name, or a word in it, starts with it. Case does not
-- matter, and punctuation between words is the same as a space.

-- Returns a name in the form in which names are compared.
CREATE FUNCTION name_text(name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
SELECT translate(lower(name), '-_.,''"()/', '         ')
$$;

-- Returns what each of two names has from the start of each word on, after the app. Uses no other function of Laurel, because
-- PostgreSQL restores and analyzes indexes without its schema.
CREATE FUNCTION name_words(app integer, name text, pseudonym text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
SELECT array_to_tsvector(ARRAY(
    SELECT DISTINCT app || ' ' || array_to_string(one.words[n:], ' ')
    FROM (SELECT string_to_array(translate(lower(left(given, 200)), '-_.,''"()/', '         '), ' ') AS words
          FROM unnest(ARRAY[name, pseudonym]) AS given) AS one
    CROSS JOIN LATERAL generate_series(1, cardinality(one.words)) AS n
    WHERE one.words[n] <> ''))
$$;

-- Without a list of pending entries, which each search would read.
CREATE INDEX participant_name ON participant USING gin (name_words(app_id, name, pseudonym)) WITH (fastupdate = off)
    WHERE name IS NOT NULL OR pseudonym IS NOT NULL;

-- Returns at most 1,000 participants of an app whose name or pseudonym matches a text in the form of name_text. Reads the part
-- of the index that has the matching names, and no more participants than it returns.
CREATE FUNCTION participants_named(app integer, sought text) RETURNS SETOF bigint
    LANGUAGE sql STABLE PARALLEL SAFE ROWS 1000
    SET enable_seqscan = off AS
$$
SELECT p.id FROM participant AS p
WHERE (p.name IS NOT NULL OR p.pseudonym IS NOT NULL)
  AND name_words(p.app_id, p.name, p.pseudonym)
   @@ ('''' || replace(replace(app || ' ' || sought, '\', '\\'), '''', '''''') || ''':*')::tsquery
LIMIT 1000
$$;
