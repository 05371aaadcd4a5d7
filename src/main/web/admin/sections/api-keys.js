// Keys with which servers call the API.
import { askToAct, showSecret } from '../dialog.js';
import { button, element } from '../dom.js';
import { stacked, state, time, toTime, words } from '../format.js';
import { Table } from '../table.js';

/** API keys of the app. */
const ADMIN_API_KEYS = /* GraphQL */ `
  query AdminApiKeys($first: Int = 20, $after: String) {
    apiKeys(first: $first, after: $after) {
      nodes { id name role allApps prefix createdAt createdBy rotatedAt expiresAt lastUsedAt revokedAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

/** Creates an API key; the answer has the secret. */
const ADMIN_CREATE_KEY = /* GraphQL */ `
  mutation AdminCreateKey($input: CreateApiKeyInput! = {name: "build server", role: READER}) {
    createApiKey(input: $input) {
      key
      apiKey { id }
      errors { code message path }
    }
  }
`;

/** Gives an API key a new secret. */
const ADMIN_ROTATE_KEY = /* GraphQL */ `
  mutation AdminRotateKey($apiKeyId: ID!, $previousExpiresAt: DateTime) {
    rotateApiKey(input: {apiKeyId: $apiKeyId, previousExpiresAt: $previousExpiresAt}) {
      key
      apiKey { id rotatedAt }
      errors { code message path }
    }
  }
`;

/** Revokes an API key. */
const ADMIN_REVOKE_KEY = /* GraphQL */ `
  mutation AdminRevokeKey($apiKeyId: ID!) {
    revokeApiKey(input: {apiKeyId: $apiKeyId}) {
      apiKey { id revokedAt }
      errors { code message path }
    }
  }
`;

const ONCE = 'It is shown only now, and is not stored by the service. Copy it to where it is used.';

const FIELDS = [
  { name: 'name', label: 'Name', required: true, hint: 'For people and the audit, such as build server.' },
  {
    name: 'role',
    label: 'Role',
    type: 'select',
    options: ['READER', 'WRITER', 'ADMIN'].map((role) => [role, words(role)]),
    value: 'READER',
  },
  { name: 'expiresAt', label: 'Expires at', type: 'datetime-local', hint: 'In your time zone. Empty for no expiry.' },
];

export const apiKeys = {
  id: 'api-keys',
  title: 'API keys',
  render({ api, apps, signal }) {
    const table = new Table({
      caption: 'API keys',
      empty: 'No API keys, besides those of the settings.',
      columns: [
        { name: 'Name', cell: ({ name, prefix }) => stacked(name, `${prefix}…`) },
        { name: 'Role', cell: ({ role, allApps }) => stacked(words(role), allApps && 'all apps') },
        {
          name: 'State',
          cell: ({ revokedAt, expiresAt }) =>
            state(revokedAt ? 'REVOKED' : Date.parse(expiresAt) <= Date.now() ? 'EXPIRED' : 'ACTIVE'),
        },
        { name: 'Created', cell: ({ createdAt, createdBy }) => stacked(time(createdAt), `by ${createdBy}`) },
        { name: 'Rotated', cell: ({ rotatedAt }) => time(rotatedAt) },
        { name: 'Expires', cell: ({ expiresAt, revokedAt }) => time(revokedAt ?? expiresAt) },
        { name: 'Last used', cell: ({ lastUsedAt }) => time(lastUsedAt) },
      ],
      rowName: ({ name }) => name,
      actions: ({ revokedAt }) =>
        revokedAt
          ? []
          : [
              { label: 'Rotate', run: rotate },
              { label: 'Revoke', danger: true, run: revoke },
            ],
      load: async (page) => (await api.query(ADMIN_API_KEYS, page, { signal })).apiKeys,
    });

    function create() {
      const everywhere = { name: 'allApps', label: 'Valid in all apps', type: 'checkbox' };
      askToAct({
        title: 'Create an API key',
        fields: apps.length > 1 ? [...FIELDS, everywhere] : FIELDS,
        label: 'Create key',
        run: ({ name, role, allApps = false, expiresAt }) =>
          api.act(ADMIN_CREATE_KEY, { input: { name, role, allApps, expiresAt: toTime(expiresAt) } }),
        after: ({ key }) => {
          table.reset();
          showSecret('The new API key', key, ONCE);
        },
      });
    }

    function rotate({ id, name }) {
      askToAct({
        title: `Rotate the key ${name}?`,
        text: 'It gets a new secret. Without a time, the present one stops working at once.',
        fields: [
          { name: 'previousExpiresAt', label: 'Present secret works until', type: 'datetime-local', hint: 'In your time zone.' },
        ],
        label: 'Rotate',
        danger: true,
        run: ({ previousExpiresAt }) => api.act(ADMIN_ROTATE_KEY, { apiKeyId: id, previousExpiresAt: toTime(previousExpiresAt) }),
        after: ({ key }) => {
          table.refresh();
          showSecret(`The new secret of ${name}`, key, ONCE);
        },
      });
    }

    function revoke({ id, name }) {
      askToAct({
        title: `Revoke the key ${name}?`,
        text: 'It stops working at once, and for good. Its open connections are closed.',
        label: 'Revoke',
        danger: true,
        run: () => api.act(ADMIN_REVOKE_KEY, { apiKeyId: id }),
        done: 'The key is revoked.',
        after: () => table.refresh(),
      });
    }
    table.refresh();
    return {
      title: 'API keys',
      description: 'Keys with which servers call the API. Keys of the setting laurel.keys are not listed.',
      content: [element('div', { class: 'bar' }, button('Create a key', create, { class: 'primary' })), table.element],
    };
  },
};
