/** Formats the sign-up rules and sign-ups. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';

const MODES = {
  open: 'everybody can open an account',
  invitation: 'people whom you invite can open an account',
  closed: 'nobody can open an account',
} as const;

export function formatSignupRules(rules: OperatorReply<'showSignup'>): string {
  const { mode, terms_version, terms_url, asked, most, opened } = rules;
  return [
    `Sign-up is ${mode}: ${MODES[mode]}.`,
    `  terms     ${terms_version === null ? 'none: set them before you open sign-up' : `${terms_version}, ${terms_url}`}`,
    `  24 hours  ${asked} sign-ups of at most ${most}; ${opened} accounts opened`,
  ].join('\n');
}

export function formatSignups(reply: OperatorReply<'listSignups'>): string {
  return formatPage(
    reply,
    {
      ID: ({ id }) => id,
      EMAIL: ({ email }) => email,
      STATE: ({ state, account }) => (account === null ? state : `account ${account}`),
      'INVITED BY': ({ invited_by }) => invited_by ?? '',
      FROM: ({ asked_from }) => asked_from ?? '',
      ASKED: ({ created_at }) => created_at,
    },
    'There are no recent sign-ups.',
  );
}

export const formatInvitedSignup = ({ email }: OperatorReply<'inviteSignup'>): string =>
  `${email} is being sent a link that opens an account.`;
