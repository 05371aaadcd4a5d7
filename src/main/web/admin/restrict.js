// Bans and hidings, for the sections from which they start.
import { askToAct } from './dialog.js';
import { participantName, toTime } from './format.js';

/** Bans a participant on a leaderboard or in the whole app. */
const ADMIN_BAN = /* GraphQL */ `
  mutation AdminBan($participant: ParticipantRef!, $leaderboardKey: String, $reason: String, $expiresAt: DateTime) {
    banParticipant(
      input: {participant: $participant, leaderboardKey: $leaderboardKey, reason: $reason, expiresAt: $expiresAt}
    ) {
      restriction { id kind }
      errors { code message path }
    }
  }
`;

/** Hides a participant on a leaderboard or in the whole app. */
const ADMIN_HIDE = /* GraphQL */ `
  mutation AdminHide($participant: ParticipantRef!, $leaderboardKey: String, $reason: String, $expiresAt: DateTime) {
    hideParticipant(
      input: {participant: $participant, leaderboardKey: $leaderboardKey, reason: $reason, expiresAt: $expiresAt}
    ) {
      restriction { id kind }
      errors { code message path }
    }
  }
`;

/** Ends a ban. */
const ADMIN_UNBAN = /* GraphQL */ `
  mutation AdminUnban($participant: ParticipantRef!, $leaderboardKey: String) {
    unbanParticipant(input: {participant: $participant, leaderboardKey: $leaderboardKey}) {
      restriction { id endedAt }
      errors { code message path }
    }
  }
`;

/** Ends a hiding. */
const ADMIN_UNHIDE = /* GraphQL */ `
  mutation AdminUnhide($participant: ParticipantRef!, $leaderboardKey: String) {
    unhideParticipant(input: {participant: $participant, leaderboardKey: $leaderboardKey}) {
      restriction { id endedAt }
      errors { code message path }
    }
  }
`;

const TEXTS = {
  BAN: ['Ban', 'It leaves all rankings, and its new scores are rejected until the ban ends.', 'The participant is banned.'],
  HIDE: [
    'Hide',
    'It leaves all rankings. Its new scores are withheld, and count when the hiding ends.',
    'The participant is hidden.',
  ],
};

const WHO = [
  { name: 'externalId', label: 'External ID', required: true, path: 'participant.external.externalId' },
  { name: 'entityType', label: 'Entity type', value: 'ACCOUNT', path: 'participant.external.entityType' },
];

/** Asks for the details of a ban or a hiding; also for the participant if there is none yet. */
export function restrict(api, kind, who, after) {
  const [verb, text, done] = TEXTS[kind];
  askToAct({
    title: who ? `${verb} ${participantName(who)}?` : `${verb} a participant`,
    text,
    fields: [
      ...(who ? [] : WHO),
      { name: 'leaderboardKey', label: 'Leaderboard', hint: 'Key of a leaderboard. Empty for all of the app.' },
      { name: 'reason', label: 'Reason', hint: 'For administrators.' },
      { name: 'expiresAt', label: 'Ends at', type: 'datetime-local', hint: 'In your time zone. Empty for no end.' },
    ],
    label: verb,
    danger: true,
    run: ({ externalId, entityType, leaderboardKey, reason, expiresAt }) =>
      api.act(kind === 'BAN' ? ADMIN_BAN : ADMIN_HIDE, {
        participant: who ? { id: who.id } : { external: { externalId, entityType } },
        leaderboardKey: leaderboardKey || null,
        reason: reason || null,
        expiresAt: toTime(expiresAt),
      }),
    done,
    after,
  });
}

/** Asks whether to end a ban or a hiding. */
export function endRestriction(api, { kind, participant, leaderboard }, after) {
  const what = kind === 'BAN' ? 'ban' : 'hiding';
  askToAct({
    title: `End the ${what} of ${participantName(participant)}?`,
    text: `Its entries count again ${leaderboard ? `on ${leaderboard.name}` : 'on all leaderboards'}, with what was withheld.`,
    label: `End ${what}`,
    run: () =>
      api.act(kind === 'BAN' ? ADMIN_UNBAN : ADMIN_UNHIDE, {
        participant: { id: participant.id },
        leaderboardKey: leaderboard?.key ?? null,
      }),
    done: `The ${what} has ended.`,
    after,
  });
}
