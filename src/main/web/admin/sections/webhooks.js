// URLs that receive events.
import { askToAct, showSecret } from '../dialog.js';
import { announce, button, element } from '../dom.js';
import { stacked, state, time, words } from '../format.js';
import { Table } from '../table.js';
import { deliveries } from './deliveries.js';

/** Webhooks of the app. */
const ADMIN_WEBHOOKS = /* GraphQL */ `
  query AdminWebhooks($first: Int = 20, $after: String) {
    webhooks(first: $first, after: $after) {
      nodes { id url eventTypes leaderboardKeys topCount groups state failureStartedAt updatedAt version }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

/** Creates a webhook; the answer has its secret. */
const ADMIN_CREATE_WEBHOOK = /* GraphQL */ `
  mutation AdminCreateWebhook($input: CreateWebhookInput! = {url: "https://example.com/laurel"}) {
    createWebhook(input: $input) {
      secret
      webhook { id }
      errors { code message path }
    }
  }
`;

/** Pauses or resumes a webhook, or changes what it receives. */
const ADMIN_UPDATE_WEBHOOK = /* GraphQL */ `
  mutation AdminUpdateWebhook($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      webhook { id state version }
      errors { code message path }
    }
  }
`;

/** Sends a test message. */
const ADMIN_PING = /* GraphQL */ `
  mutation AdminPing($webhookId: ID!) {
    pingWebhook(input: {webhookId: $webhookId}) {
      delivery { id state }
      errors { code message path }
    }
  }
`;

/** Gives a webhook a new secret. */
const ADMIN_ROTATE_WEBHOOK = /* GraphQL */ `
  mutation AdminRotateWebhook($webhookId: ID!) {
    rotateWebhookSecret(input: {webhookId: $webhookId}) {
      secret
      errors { code message path }
    }
  }
`;

/** Deletes a webhook and its deliveries. */
const ADMIN_DELETE_WEBHOOK = /* GraphQL */ `
  mutation AdminDeleteWebhook($webhookId: ID!, $expectedVersion: Int) {
    deleteWebhook(input: {webhookId: $webhookId, expectedVersion: $expectedVersion}) {
      deletedWebhookId
      errors { code message path }
    }
  }
`;

const ONCE = 'It is shown only now. The receiver needs it to verify the signatures of messages.';
const EVENT_TYPES = [
  'WINDOW_FINALIZED',
  'WINDOW_CORRECTED',
  'WINDOW_EXPIRED',
  'SEASON_STARTED',
  'SEASON_ENDED',
  'LEADERBOARD_ARCHIVED',
  'BADGE_AWARDED',
  'BADGE_REVOKED',
  'ENTRY_ADDED',
  'RANK_CHANGED',
  'WINDOW_FINALIZATION_FAILED',
  'WEBHOOK_PAUSED',
  'DEAD_LETTER_ADDED',
  'ENTRIES_ADDED',
  'TOP_STANDINGS_CHANGED',
];

const fieldsOf = ({ url = '', eventTypes = null, leaderboardKeys = null, topCount = 10 }) => [
  { name: 'url', label: 'URL', value: url, required: true, hint: 'Receives messages by HTTP POST.' },
  {
    name: 'eventTypes',
    label: 'Event types (none: all except those about rankings)',
    type: 'choices',
    options: EVENT_TYPES.map((type) => [type, words(type)]),
    value: eventTypes ?? [],
  },
  {
    name: 'leaderboardKeys',
    label: 'Leaderboards',
    value: (leaderboardKeys ?? []).join(', '),
    hint: 'Keys, separated by commas. Empty for all.',
  },
  { name: 'topCount', label: 'Places to report', type: 'number', value: topCount },
];

const inputOf = ({ url, eventTypes, leaderboardKeys, topCount }) => ({
  url,
  eventTypes: eventTypes.length > 0 ? eventTypes : null,
  leaderboardKeys: leaderboardKeys ? leaderboardKeys.split(',').map((key) => key.trim()) : null,
  topCount: Number(topCount),
});

function list(context) {
  const { api, signal } = context;
  const table = new Table({
    caption: 'Webhooks',
    empty: 'No webhooks.',
    columns: [
      { name: 'URL', cell: ({ url, leaderboardKeys }) => stacked(url, leaderboardKeys?.join(', ')) },
      { name: 'State', cell: (row) => state(row.state) },
      { name: 'Events', cell: ({ eventTypes }) => eventTypes?.map(words).join(', ') ?? 'All except rankings' },
      { name: 'Fails since', cell: ({ failureStartedAt }) => time(failureStartedAt) },
      { name: 'Updated', cell: ({ updatedAt }) => time(updatedAt) },
    ],
    rowName: ({ url }) => url,
    actions: (row) => [
      { label: 'Deliveries', href: `#/webhooks/${encodeURIComponent(row.id)}` },
      { label: 'Test', run: test },
      { label: 'Edit', run: edit },
      row.state === 'ENABLED' ? { label: 'Pause', run: pause } : { label: 'Resume', run: resume },
      { label: 'Rotate secret', run: rotate },
      { label: 'Delete', danger: true, run: remove },
    ],
    load: async (page) => (await api.query(ADMIN_WEBHOOKS, page, { signal })).webhooks,
  });
  const change = ({ id, version }, input) =>
    api.act(ADMIN_UPDATE_WEBHOOK, { input: { webhookId: id, expectedVersion: version, ...input } });

  async function directly(act, done) {
    try {
      await act();
      announce(done);
    } catch (error) {
      announce(error.message);
    }
    await table.refresh();
  }
  const test = ({ id }) =>
    directly(() => api.act(ADMIN_PING, { webhookId: id }), 'A test message is on its way. See its deliveries.');
  const resume = (row) => directly(() => change(row, { state: 'ENABLED' }), 'The webhook receives messages again.');
  const create = () =>
    askToAct({
      title: 'Create a webhook',
      fields: fieldsOf({}),
      label: 'Create webhook',
      run: (values) => api.act(ADMIN_CREATE_WEBHOOK, { input: inputOf(values) }),
      after: ({ secret }) => {
        table.reset();
        showSecret('The secret of the webhook', secret, ONCE);
      },
    });
  const edit = (row) =>
    askToAct({
      title: `Edit the webhook ${row.url}`,
      fields: fieldsOf(row),
      label: 'Save',
      run: (values) => change(row, inputOf(values)),
      done: 'The webhook is changed.',
      after: () => table.refresh(),
    });
  const pause = (row) =>
    askToAct({
      title: `Pause the webhook ${row.url}?`,
      text: 'It receives nothing until it is resumed. Messages wait meanwhile.',
      label: 'Pause',
      danger: true,
      run: () => change(row, { state: 'DISABLED' }),
      done: 'The webhook is paused.',
      after: () => table.refresh(),
    });
  const rotate = ({ id, url }) =>
    askToAct({
      title: `Rotate the secret of ${url}?`,
      text: 'For 24 hours, messages are signed with the present and the new secret, then with the new one only.',
      label: 'Rotate',
      danger: true,
      run: () => api.act(ADMIN_ROTATE_WEBHOOK, { webhookId: id }),
      after: ({ secret }) => showSecret('The new secret', secret, ONCE),
    });
  const remove = ({ id, url, version }) =>
    askToAct({
      title: `Delete the webhook ${url}?`,
      text: 'Its deliveries are deleted, too. A message that is being sent may still arrive.',
      label: 'Delete',
      danger: true,
      run: () => api.act(ADMIN_DELETE_WEBHOOK, { webhookId: id, expectedVersion: version }),
      done: 'The webhook is deleted.',
      after: () => table.refresh(),
    });
  table.refresh();
  return {
    title: 'Webhooks',
    description: 'URLs that receive events by HTTP POST, oldest first. The service pauses those that fail for long.',
    content: [element('div', { class: 'bar' }, button('Create a webhook', create, { class: 'primary' })), table.element],
  };
}

export const webhooks = {
  id: 'webhooks',
  title: 'Webhooks',
  render: (context) => (context.argument ? deliveries(context) : list(context)),
};
