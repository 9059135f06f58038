/** Defines the command `./innkeeper staff`, with the texts that it prints. */
import { staff } from '@innkeeper/contract/operations/staff.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import {
  addStaff,
  disableStaff,
  enableStaff,
  inviteStaff,
  listStaff,
  revokeStaff,
  setStaff,
  tokenStaff,
  tokensStaff,
} from '@innkeeper/operations/staff.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

const COLUMNS: ColumnsOf<'listStaff'> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  EMAIL: ({ email }) => email,
  ROLE: ({ role }) => role,
  TOKENS: ({ tokens }) => tokens,
  DISABLED: ({ disabled_at }) => disabled_at?.slice(0, 10) ?? '',
};

const TOKEN_COLUMNS: ColumnsOf<'tokensStaff'> = {
  ID: ({ id }) => id,
  EMAIL: ({ email }) => email,
  TOKEN: ({ kind, hint }) => (kind === 'session' ? 'session' : `${hint}...`),
  STATE: ({ state, expires_at }) => (state === 'valid' ? `until ${expires_at.slice(0, 10)}` : state),
  FROM: ({ networks }) => networks.join(','),
  'LAST USED': ({ last_used_at, last_used_from }) => (last_used_at ? `${last_used_at} ${last_used_from ?? ''}`.trim() : 'never'),
  NAME: ({ name }) => name,
};

const formatPerson = ({ id, name, email, role, disabled_at }: OperatorReply<'addStaff'>): string =>
  `${name} <${email}>, person ${id} of the staff: ${disabled_at ? 'disabled' : role}.`;

export const staffBindings: Bindings<typeof staff> = {
  addStaff: { run: inOneTransaction(addStaff), format: formatPerson },
  listStaff: { run: inOneTransaction(listStaff), format: (page) => formatPage(page, COLUMNS, 'The staff has no members.') },
  setStaff: { run: inOneTransaction(setStaff), format: formatPerson },
  disableStaff: { run: inOneTransaction(disableStaff), format: formatPerson },
  enableStaff: { run: inOneTransaction(enableStaff), format: formatPerson },
  inviteStaff: {
    run: inOneTransaction(inviteStaff),
    format: ({ secret, email, expires_at }) =>
      `${secret}\n\nWith this secret ${email} can set up a sign-in once, until ${expires_at} (POST /v1/operator/sessions/setup). The secret is not shown again.`,
    quiet: { description: 'print the secret and nothing else', format: ({ secret }) => secret },
  },
  tokenStaff: {
    run: inOneTransaction(tokenStaff),
    format: ({ id, token, email, role, expires_at }) =>
      `${token}\n\nToken ${id} of ${email} (${role}), until ${expires_at.slice(0, 10)}. The token is not shown again.`,
    quiet: { description: 'print the token and nothing else', format: ({ token }) => token },
  },
  tokensStaff: {
    run: inOneTransaction(tokensStaff),
    format: (page) => formatPage(page, TOKEN_COLUMNS, 'The staff has no tokens.'),
  },
  revokeStaff: { run: inOneTransaction(revokeStaff), format: ({ id, email }) => `Token ${id} of ${email} was revoked.` },
};

export function staffCommand(): Command {
  return nounCommand('staff', 'manage the staff and their tokens', staff, staffBindings);
}
