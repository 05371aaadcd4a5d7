// Messages of one webhook, and their retries.
import { askToAct, showContent } from '../dialog.js';
import { announce, button, element } from '../dom.js';
import { Form } from '../form.js';
import { json, number, stacked, state, time, toTime, words } from '../format.js';
import { Table } from '../table.js';

/** Deliveries of a webhook, newest first. */
const ADMIN_DELIVERIES = /* GraphQL */ `
  query AdminDeliveries($webhookId: ID!, $state: DeliveryState, $first: Int = 20, $after: String) {
    webhook(id: $webhookId) {
      url
      state
      deliveries(filter: {state: $state}, first: $first, after: $after) {
        nodes {
          id messageId eventType body state createdAt attemptCount nextAttemptAt lastAttemptAt responseStatus failureReason
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`;

/** Sends messages of a webhook again. */
const ADMIN_REPLAY = /* GraphQL */ `
  mutation AdminReplay($input: ReplayWebhookInput!) {
    replayWebhook(input: $input) {
      replayedCount
      errors { code message path }
    }
  }
`;

const STATES = ['PENDING', 'DELIVERED', 'DEAD'];

/** The section of one webhook. */
export function deliveries({ api, signal, argument: webhookId }) {
  const filter = new Form({
    name: 'Filter deliveries',
    inline: true,
    label: 'Show',
    fields: [
      { name: 'state', label: 'State', type: 'select', options: [['', 'All states'], ...STATES.map((one) => [one, words(one)])] },
    ],
    submit: () => table.reset(),
  });
  const url = element('strong', {}, '');
  const table = new Table({
    caption: 'Deliveries',
    empty: 'No deliveries.',
    columns: [
      { name: 'Message', cell: ({ eventType, messageId }) => stacked(words(eventType), messageId) },
      { name: 'State', cell: (row) => state(row.state) },
      { name: 'Attempts', cell: ({ attemptCount }) => number(attemptCount) },
      { name: 'Last attempt', cell: ({ lastAttemptAt }) => time(lastAttemptAt) },
      { name: 'Next attempt', cell: ({ nextAttemptAt }) => time(nextAttemptAt) },
      { name: 'Response', cell: ({ responseStatus, failureReason }) => stacked(responseStatus ?? '–', failureReason) },
    ],
    rowName: ({ messageId }) => messageId,
    actions: () => [{ label: 'Body', run: body }],
    load: async (page) => {
      const { webhook } = await api.query(
        ADMIN_DELIVERIES,
        { webhookId, state: filter.values.state || null, ...page },
        { signal },
      );
      if (!webhook) {
        throw new Error('The webhook does not exist.');
      }
      url.textContent = webhook.url;
      return webhook.deliveries;
    },
  });

  function replay() {
    askToAct({
      title: 'Send messages again?',
      text: `Messages of ${url.textContent} are sent with their original IDs and bodies, oldest first and before newer ones.`,
      fields: [
        {
          name: 'states',
          label: 'Messages that are',
          type: 'choices',
          options: STATES.slice(1).map((one) => [one, words(one)]),
          value: ['DEAD'],
          required: true,
        },
        { name: 'startTime', label: 'From', type: 'datetime-local' },
        { name: 'endTime', label: 'Before', type: 'datetime-local' },
      ],
      label: 'Send again',
      danger: true,
      run: ({ states, startTime, endTime }) =>
        api.act(ADMIN_REPLAY, { input: { webhookId, states, startTime: toTime(startTime), endTime: toTime(endTime) } }),
      after: async ({ replayedCount }) => {
        announce(`${number(replayedCount)} messages are sent again.`);
        await table.reset();
      },
    });
  }
  table.refresh();
  return {
    title: 'Deliveries',
    description: element('span', {}, 'Messages of the webhook ', url, ', newest first.'),
    content: [
      element(
        'div',
        { class: 'bar' },
        element('a', { class: 'small', href: '#/webhooks' }, 'All webhooks'),
        button('Send messages again', replay, { class: 'small' }),
        button('Refresh', () => table.refresh(), { class: 'small' }),
      ),
      filter.element,
      table.element,
    ],
  };
}

function body({ messageId, body: text }) {
  let content = text;
  try {
    content = JSON.parse(text);
  } catch {
    // Shown as it is.
  }
  showContent(`Body of ${messageId}`, json(content));
}
