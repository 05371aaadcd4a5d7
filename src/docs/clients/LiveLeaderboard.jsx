// A React component that shows the top of a leaderboard and the player's neighbours, and the hooks behind it.
// The application creates one client: const client = createClient({ url, token: newToken });
import { useEffect, useState } from 'react';

const LOADING = { rows: null, update: null, error: null };

/** Follows a ranking while the component is mounted. `follow(listener, options)` subscribes; `keys` say when to do so again. */
function useFollowed(follow, keys) {
  const [state, setState] = useState(LOADING);
  useEffect(() => {
    setState(LOADING);
    const listener = (rows, update) => setState({ rows, update, error: null });
    // The last rows stay visible.
    const subscription = follow(listener, { onError: (error) => setState((last) => ({ ...last, error })) });
    return () => subscription.close();
  }, keys);
  return state;
}

/** The first standings: {rows, update, error}. `rows` is null until they are known. */
export function useTop(client, board, first = 10) {
  const follow = (listener, options) => client.leaderboard(board).ranking().followTop(first, listener, options);
  return useFollowed(follow, [client, board, first]);
}

/** A player and its neighbours. `rows` is empty while the player has no score. */
export function useAround(client, board, player, size = 2) {
  const follow = (listener, options) =>
    client.leaderboard(board).ranking().followAround(player, listener, { above: size, below: size, ...options });
  return useFollowed(follow, [client, board, player, size]);
}

/** The status of the connection, such as `reconnecting`. */
export function useStatus(client) {
  const [status, setStatus] = useState('idle');
  useEffect(() => client.onStatus(setStatus), [client]);
  return status;
}

function Rows({ rows, player }) {
  return (
    <ol>
      {rows.map(({ id, rank, score, participant }) => (
        <li key={id} value={rank} aria-current={participant?.externalId === player ? 'true' : undefined}>
          {participant?.name ?? participant?.externalId ?? 'Hidden'} {score}
        </li>
      ))}
    </ol>
  );
}

export function LiveLeaderboard({ client, board, player }) {
  const top = useTop(client, board, 3);
  const around = useAround(client, board, player, 1);
  const status = useStatus(client);
  if (top.rows === null || around.rows === null) {
    const error = top.error ?? around.error;
    return <p role="status">{error ? error.message : 'Loading'}</p>;
  }
  return (
    <section aria-busy={status !== 'connected'}>
      <h2>{top.update.entryCount} players</h2>
      <Rows rows={top.rows} player={player} />
      {around.rows.length > 0 && <Rows rows={around.rows} player={player} />}
    </section>
  );
}
