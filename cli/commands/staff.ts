/** Defines the command `./innkeeper staff`. */
import { staff } from '@innkeeper/contract/operator/staff';
import { addStaff } from '@innkeeper/operations/operator/staff/add';
import { disableStaff } from '@innkeeper/operations/operator/staff/disable';
import { enableStaff } from '@innkeeper/operations/operator/staff/enable';
import { inviteStaff } from '@innkeeper/operations/operator/staff/invite';
import { listStaff } from '@innkeeper/operations/operator/staff/list';
import { revokeStaff } from '@innkeeper/operations/operator/staff/revoke';
import { setStaff } from '@innkeeper/operations/operator/staff/set';
import { tokenStaff } from '@innkeeper/operations/operator/staff/token';
import { tokensStaff } from '@innkeeper/operations/operator/staff/tokens';
import type { Command } from 'commander';
import {
  formatInvitedStaff,
  formatPerson,
  formatRevokedStaffToken,
  formatStaff,
  formatStaffToken,
  formatStaffTokens,
} from '../format/staff.ts';
import { nounCommand } from '../operator/command.ts';
import { inOneTransaction } from '../operator/installation.ts';
import type { Bindings } from '../operator/perform.ts';

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
