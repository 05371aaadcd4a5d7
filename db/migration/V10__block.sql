-- The rank index: an order-statistic tree over the entries of each ranking that has more than a few hundred. A block is a
-- row of parts: at level 0 a part is a run of consecutive entries, at each further level a block of the level below. A
-- block knows where each part begins and how much stands before it, so that a rank is one look-up for each level. The
-- blocks change in the transaction that changes the entries.
CREATE TABLE block (
    ranking_id bigint    NOT NULL,
    level      smallint  NOT NULL,
    bound      bytea     NOT NULL, -- where it begins: the first of bounds; empty is before everything
    bounds     bytea[]   NOT NULL, -- where its parts begin, ascending
    entries    integer[] NOT NULL, -- those of the block before each part, and last all of the block
    scores     integer[] NOT NULL, -- distinct scores whose first entry is before each part, and last all of the block
    PRIMARY KEY (ranking_id, level, bound),
    CHECK (bounds[1] = bound AND cardinality(entries) = cardinality(bounds) + 1
           AND cardinality(scores) = cardinality(entries))
) WITH (fillfactor = 50, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- In the row, which a look-up has at hand, as long as that fits a page; room beside it for the next version.
ALTER TABLE block ALTER bounds SET STORAGE MAIN;
ALTER TABLE block ALTER entries SET STORAGE MAIN;
ALTER TABLE block ALTER scores SET STORAGE MAIN;
