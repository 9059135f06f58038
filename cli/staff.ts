/** Defines the command `./innkeeper staff`. */
import { staff } from '@innkeeper/contract/operations/staff.staff';
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
import {
  formatInvitedStaff,
  formatPerson,
  formatRevokedStaffToken,
  formatStaff,
  formatStaffToken,
  formatStaffTokens,
} from './format/staff.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const staffBindings: Bindings<typeof staff> = {
  addStaff: { run: inOneTransaction(addStaff), format: formatPerson },
  listStaff: { run: inOneTransaction(listStaff), format: formatStaff },
  setStaff: { run: inOneTransaction(setStaff), format: formatPerson },
  disableStaff: { run: inOneTransaction(disableStaff), format: formatPerson },
  enableStaff: { run: inOneTransaction(enableStaff), format: formatPerson },
  inviteStaff: {
    run: inOneTransaction(inviteStaff),
    format: formatInvitedStaff,
    quiet: { description: 'print the secret and nothing else', format: ({ secret }) => secret },
  },
  tokenStaff: {
    run: inOneTransaction(tokenStaff),
    format: formatStaffToken,
    quiet: { description: 'print the token and nothing else', format: ({ token }) => token },
  },
  tokensStaff: { run: inOneTransaction(tokensStaff), format: formatStaffTokens },
  revokeStaff: { run: inOneTransaction(revokeStaff), format: formatRevokedStaffToken },
};

export function staffCommand(): Command {
  return nounCommand('staff', 'manage the staff and their tokens', staff, staffBindings);
}
