/** `./innkeeper operations`: lists the operations of the API. */

import { OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import type { OperationList } from '@innkeeper/contract/operator/installation';
import { Command } from 'commander';
import { printReply } from './output/print.ts';
import { table } from './output/table.ts';

export function operationsCommand(): Command {
  return new Command('operations')
    .description('list every operation of the API')
    .option('--json', 'print JSON, also for errors')
    .action((options: { json?: boolean }) => {
      const list = listOperations();
      printReply(options, list, () => formatOperations(list));
    });
}

function formatOperations({ data }: OperationList): string {
  const rows = data.map(({ name, method, path, ability }) => [name, method, path, ability]);
  return `${table(['NAME', 'METHOD', 'PATH', 'ABILITY'], rows)}\n\n${data.length} operations`;
}

export function listOperations(): OperationList {
  const data = OPERATION_NAMES.map((name) => {
    const { method, path, group, ability, origin } = operationOf(name);
    return { name, method, path: `/v1${path}`, group, ability, origin };
  });
  return { data };
}
