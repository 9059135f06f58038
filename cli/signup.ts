/** Defines the command `./innkeeper signup`. */
import { signups } from '@innkeeper/contract/operations/signups.staff';
import { inviteSignup, listSignups, setSignup, showSignup } from '@innkeeper/operations/signups.staff';
import type { Command } from 'commander';
import { formatInvitedSignup, formatSignupRules, formatSignups } from './format/signup.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const signupBindings: Bindings<typeof signups> = {
  showSignup: { run: inOneTransaction(showSignup), format: formatSignupRules },
  setSignup: { run: inOneTransaction(setSignup), format: formatSignupRules },
  listSignups: { run: inOneTransaction(listSignups), format: formatSignups },
  inviteSignup: { run: inOneTransaction(inviteSignup), format: formatInvitedSignup },
};

export function signupCommand(): Command {
  return nounCommand('signup', 'manage sign-up', signups, signupBindings);
}
