-- The rank index, in the terms of B-trees; the table is named for its package.
ALTER TABLE block RENAME TO rankindex_node;
ALTER TABLE rankindex_node RENAME COLUMN bound TO separator;
ALTER TABLE rankindex_node RENAME COLUMN bounds TO separators;
ALTER TABLE rankindex_node RENAME COLUMN entries TO entries_before;
ALTER TABLE rankindex_node RENAME COLUMN scores TO scores_before;
ALTER TABLE rankindex_node RENAME CONSTRAINT block_pkey TO rankindex_node_pkey;
ALTER TABLE rankindex_node RENAME CONSTRAINT block_check TO rankindex_node_check;

COMMENT ON TABLE rankindex_node IS 'Nodes of the rank index: an order-statistic B-tree over the entries of each larger ranking';
COMMENT ON COLUMN rankindex_node.separator IS 'Lower bound of the node: the first of separators; empty is before every entry';
COMMENT ON COLUMN rankindex_node.separators IS 'Lower bounds of the children, ascending';
COMMENT ON COLUMN rankindex_node.entries_before IS 'Entries of the node before each child, and finally all entries of the node';
COMMENT ON COLUMN rankindex_node.scores_before IS 'Distinct scores that start before each child, and finally all of the node';

-- Replaced by separator_column and separator_bytes.
DROP FUNCTION IF EXISTS bound_column(bytea, integer);
DROP FUNCTION IF EXISTS bound_bytes(bigint);
