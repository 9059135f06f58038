/** Defines the command `./innkeeper canned`. */
import { cannedReplies } from '@innkeeper/contract/operations/canned-replies.staff';
import { addCanned, listCanned, removeCanned, setCanned, showCanned } from '@innkeeper/operations/canned-replies.staff';
import type { Command } from 'commander';
import { formatCanned, formatCannedList, formatRemovedCanned } from './format/canned.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

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
