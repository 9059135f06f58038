/** `./innkeeper operations`: what the API promises, and what of it is done. */

import { isFinished, OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import type { OperationList } from '@innkeeper/contract/operator/installation';
import { Command } from 'commander';
import { table } from '../format/table.ts';
import { printReply } from '../output/print.ts';

export function operationsCommand(): Command {
  return new Command('operations')
    .description('list every operation of the API')
    .option('--json', 'as JSON, errors too')
    .action((options: { json?: boolean }) => {
      const list = listOperations();
      printReply(options, list, () => formatOperations(list));
    });
}

function formatOperations({ data }: OperationList): string {
  const rows = data.map(({ name, method, path, ability, state }) => [name, method, path, ability, state]);
  const done = data.filter(({ state }) => state === 'done').length;
  return `${table(['NAME', 'METHOD', 'PATH', 'ABILITY', 'STATE'], rows)}\n\n${done} of ${data.length} done`;
}

export function listOperations(): OperationList {
  const data = OPERATION_NAMES.map((name) => {
    const { method, path, group, ability, origin } = operationOf(name);
    const state = isFinished(name) ? ('done' as const) : ('unfinished' as const);
    return { name, method, path: `/v1${path}`, group, ability, origin, state };
  });
  return { data };
}
