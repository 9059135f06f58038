/** Defines the command `./innkeeper canned`. */
import { cannedReplies } from '@innkeeper/contract/operator/canned-replies';
import { addCanned } from '@innkeeper/operations/operator/canned-replies/add';
import { listCanned } from '@innkeeper/operations/operator/canned-replies/list';
import { removeCanned } from '@innkeeper/operations/operator/canned-replies/remove';
import { setCanned } from '@innkeeper/operations/operator/canned-replies/set';
import { showCanned } from '@innkeeper/operations/operator/canned-replies/show';
import type { Command } from 'commander';
import { formatCanned, formatCannedList, formatRemovedCanned } from '../format/canned.ts';
import { nounCommand } from '../operator/command.ts';
import { inOneTransaction } from '../operator/installation.ts';
import type { Bindings } from '../operator/perform.ts';

export const cannedBindings: Bindings<typeof cannedReplies> = {
  listCanned: { run: inOneTransaction(listCanned), format: formatCannedList },
  showCanned: { run: inOneTransaction(showCanned), format: formatCanned },
  addCanned: { run: inOneTransaction(addCanned), format: formatCanned },
  setCanned: { run: inOneTransaction(setCanned), format: formatCanned },
  removeCanned: { run: inOneTransaction(removeCanned), format: formatRemovedCanned },
};

export function cannedCommand(): Command {
  return nounCommand('canned', 'manage canned replies to tickets', cannedReplies, cannedBindings);
}
