// Entries of streams that could not be recorded.
import { askToAct } from '../dialog.js';
import { announce, element } from '../dom.js';
import { json, stacked, time } from '../format.js';
import { Table } from '../table.js';

/** Dead letters with the reasons of their failures. */
const ADMIN_DEAD_LETTERS = /* GraphQL */ `
  query AdminDeadLetters($first: Int = 20, $after: String) {
    deadLetters(first: $first, after: $after) {
      nodes { id stream entryId fields reason failedAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

/** Processes a dead letter again. */
const ADMIN_RETRY = /* GraphQL */ `
  mutation AdminRetry($deadLetterId: ID!) {
    retryDeadLetter(input: {deadLetterId: $deadLetterId}) {
      succeeded
      deadLetter { reason }
      errors { code message path }
    }
  }
`;

/** Deletes a dead letter. */
const ADMIN_DISCARD = /* GraphQL */ `
  mutation AdminDiscard($deadLetterId: ID!) {
    deleteDeadLetter(input: {deadLetterId: $deadLetterId}) {
      deletedDeadLetterId
      errors { code message path }
    }
  }
`;

export const deadLetters = {
  id: 'dead-letters',
  title: 'Dead letters',
  render({ api, signal }) {
    const table = new Table({
      caption: 'Dead letters',
      empty: 'No dead letters.',
      columns: [
        { name: 'Entry', cell: ({ stream, entryId }) => stacked(stream, entryId) },
        { name: 'Reason', cell: ({ reason }) => reason },
        { name: 'Failed', cell: ({ failedAt }) => time(failedAt) },
        { name: 'Fields', cell: ({ fields }) => element('details', {}, element('summary', {}, 'Fields'), json(fields)) },
      ],
      rowName: ({ stream, entryId }) => `${stream} ${entryId}`,
      actions: () => [
        { label: 'Retry', run: retry },
        { label: 'Discard', danger: true, run: discard },
      ],
      load: async (page) => (await api.query(ADMIN_DEAD_LETTERS, page, { signal })).deadLetters,
    });

    async function retry({ id }) {
      try {
        const { succeeded, deadLetter } = await api.act(ADMIN_RETRY, { deadLetterId: id });
        announce(succeeded ? 'The entry is recorded.' : `It failed again: ${deadLetter?.reason ?? 'unknown reason'}`);
      } catch (error) {
        announce(error.message);
      }
      await table.refresh();
    }

    function discard({ id, stream, entryId }) {
      askToAct({
        title: `Discard the entry ${entryId} of ${stream}?`,
        text: 'It is deleted, and cannot be recorded any more.',
        label: 'Discard',
        danger: true,
        run: () => api.act(ADMIN_DISCARD, { deadLetterId: id }),
        done: 'The dead letter is deleted.',
        after: () => table.refresh(),
      });
    }
    table.refresh();
    return {
      title: 'Dead letters',
      description: 'Entries of Redis streams that could not be recorded. A retry uses the present mapping of the stream.',
      content: [table.element],
    };
  },
};
