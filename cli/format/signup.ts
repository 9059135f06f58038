/** Sign-up as lines for a person. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from './page.ts';

const MODES = {
  open: 'everybody can open an account',
  invitation: 'whom you invite can open an account',
  closed: 'nobody can open an account',
} as const;

export function formatSignupRules(rules: OperatorReply<'showSignup'>): string {
  const { mode, terms_version, terms_url, asked, most, opened } = rules;
  return [
    `Sign-up is ${mode}: ${MODES[mode]}.`,
    `  terms     ${terms_version === null ? 'none: set them before you open it' : `${terms_version}, ${terms_url}`}`,
    `  24 hours  ${asked} asked, of at most ${most}; ${opened} accounts were opened`,
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
    'Nobody has signed up lately.',
  );
}

export const formatInvitedSignup = ({ email }: OperatorReply<'inviteSignup'>): string =>
  `${email} is sent a link with which it can open an account.`;
