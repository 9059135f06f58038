/** Defines the command `./innkeeper signup`, with the texts that it prints. */
import { signups } from '@innkeeper/contract/operations/signups.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { inviteSignup, listSignups, setSignup, showSignup } from '@innkeeper/operations/signups.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { counted } from './output/counted.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

const COLUMNS: ColumnsOf<'listSignups'> = {
  ID: ({ id }) => id,
  EMAIL: ({ email }) => email,
  STATE: ({ state, account }) => (account === null ? state : `account ${account}`),
  'INVITED BY': ({ invited_by }) => invited_by ?? '',
  FROM: ({ asked_from }) => asked_from ?? '',
  ASKED: ({ created_at }) => created_at,
};

const MODES = {
  open: 'everybody can open an account',
  invitation: 'people whom you invite can open an account',
  closed: 'nobody can open an account',
} as const;

function formatSignupRules(rules: OperatorReply<'showSignup'>): string {
  const { mode, terms_version, terms_url, asked, most, opened } = rules;
  return [
    `Sign-up is ${mode}: ${MODES[mode]}.`,
    `  terms     ${terms_version === null ? 'none: set them before you open sign-up' : `${terms_version}, ${terms_url}`}`,
    `  24 hours  ${counted(asked, 'sign-up')} of at most ${most}; ${counted(opened, 'account')} opened`,
  ].join('\n');
}

export const signupBindings: Bindings<typeof signups> = {
  showSignup: { run: inOneTransaction(showSignup), format: formatSignupRules },
  setSignup: { run: inOneTransaction(setSignup), format: formatSignupRules },
  listSignups: {
    run: inOneTransaction(listSignups),
    format: (page) => formatPage(page, COLUMNS, 'There are no recent sign-ups.'),
  },
  inviteSignup: {
    run: inOneTransaction(inviteSignup),
    format: ({ email }) => `${email} is being sent a link that opens an account.`,
  },
};

export function signupCommand(): Command {
  return nounCommand('signup', 'manage sign-up', signups, signupBindings);
}
