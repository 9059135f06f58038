/** Defines the command `./innkeeper canned`, with the texts that it prints. */
import { cannedReplies } from '@innkeeper/contract/operations/canned-replies.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { addCanned, listCanned, removeCanned, setCanned, showCanned } from '@innkeeper/operations/canned-replies.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

/** Number of characters of a text in the list. */
const SHOWN = 60;

const COLUMNS: ColumnsOf<'listCanned'> = {
  KEY: ({ key }) => key,
  CHANGED: ({ updated_at }) => updated_at,
  TEXT: ({ text }) => (text.split('\n')[0] ?? '').slice(0, SHOWN),
};

const formatCanned = ({ key, text }: OperatorReply<'showCanned'>): string => `${key}:\n\n${text}`;

export const cannedBindings: Bindings<typeof cannedReplies> = {
  listCanned: { run: inOneTransaction(listCanned), format: (page) => formatPage(page, COLUMNS, 'There are no canned replies.') },
  showCanned: { run: inOneTransaction(showCanned), format: formatCanned },
  addCanned: { run: inOneTransaction(addCanned), format: formatCanned },
  setCanned: { run: inOneTransaction(setCanned), format: formatCanned },
  removeCanned: { run: inOneTransaction(removeCanned), format: ({ key }) => `Canned reply ${key} was removed.` },
};

export function cannedCommand(): Command {
  return nounCommand('canned', 'manage canned replies to tickets', cannedReplies, cannedBindings);
}
