-- Webhooks and the subscription topStandingsChanged report the same under the same name.
UPDATE webhook SET event_types = array_replace(event_types, 'RANK_CHANGED', 'TOP_STANDINGS_CHANGED')
WHERE 'RANK_CHANGED' = ANY (event_types);
UPDATE webhook_delivery SET event_type = 'TOP_STANDINGS_CHANGED' WHERE event_type = 'RANK_CHANGED';
