/** `./innkeeper operations`: what the API promises, and what of it is done. */
import { isFinished, OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import { Command } from 'commander';
import { table } from '../format/table.ts';

export function operationsCommand(): Command {
  return new Command('operations')
    .description('list every operation of the API')
    .option('--json', 'as JSON')
    .action((options: { json?: boolean }) => {
      const all = listOperations();
      if (options.json) {
        console.log(JSON.stringify(all, null, 2));
        return;
      }
      const rows = all.map(({ name, method, path, ability, state }) => [name, method, path, ability, state]);
      console.log(table(['NAME', 'METHOD', 'PATH', 'ABILITY', 'STATE'], rows));
      console.log(`\n${all.filter(({ state }) => state === 'done').length} of ${all.length} done`);
    });
}

interface ListedOperation {
  name: string;
  method: string;
  path: string;
  group: string;
  ability: string;
  origin: string;
  state: 'done' | 'unfinished';
}

function listOperations(): ListedOperation[] {
  return OPERATION_NAMES.map((name) => {
    const { method, path, group, ability, origin } = operationOf(name);
    return { name, method, path: `/v1${path}`, group, ability, origin, state: isFinished(name) ? 'done' : 'unfinished' };
  });
}
