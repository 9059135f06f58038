/** `./innkeeper node`: the hosts that servers run on. */
import { audit } from '@innkeeper/db/tables/audit';
import { inTransaction } from '@innkeeper/db/transaction';
import { Command } from 'commander';
import { withDatabase } from '../installation/database.ts';
import { homeAt } from '../installation/home.ts';
import { Refusal } from '../terminal/refusal.ts';
import { table } from '../terminal/table.ts';
import { homeOption, type WithHome } from './home-option.ts';

export function nodeCommand(): Command {
  return new Command('node')
    .description('the hosts that servers run on')
    .addCommand(listCommand())
    .addCommand(stateCommand('drain', 'sell nothing more on a node; what runs there goes on', 'draining'))
    .addCommand(stateCommand('undrain', 'sell on a node again', 'active'));
}

function listCommand(): Command {
  return new Command('list')
    .description('list nodes, with what is sold of them and what they have')
    .addOption(homeOption())
    .option('--json', 'as JSON')
    .action(async (options: WithHome & { json?: boolean }) => {
      const nodes = await withDatabase(homeAt(options.home), (db) => db.selectFrom('nodes').selectAll().orderBy('id').execute());
      if (options.json) return console.log(JSON.stringify(nodes, null, 2));
      const rows = nodes.map((node) => [
        ...[node.name, node.state, `${node.engine}, ${node.accelerator}`, `${node.vcpus_used}/${node.vcpus_total}`],
        ...[`${node.memory_mb_used}/${node.memory_mb_total} MB`, `${node.disk_gb_used}/${node.disk_gb_total} GB`],
      ]);
      return console.log(table(['NODE', 'STATE', 'ENGINE', 'VCPUS', 'MEMORY', 'DISK'], rows));
    });
}

function stateCommand(word: string, description: string, state: 'draining' | 'active'): Command {
  return new Command(word)
    .description(description)
    .argument('<name>')
    .addOption(homeOption())
    .action(async (name: string, { home }: WithHome) => {
      await withDatabase(homeAt(home), (db) =>
        inTransaction(db, async (trx) => {
          const node = await trx.updateTable('nodes').set({ state }).where('name', '=', name).returning('id').executeTakeFirst();
          if (!node) throw new Refusal(`There is no node ${name}.`);
          await audit(trx, {
            actor: 'operator',
            action: `${word}Node`,
            resource: { kind: 'node', id: node.id },
            details: { name },
          });
        }),
      );
      console.log(`Node ${name} is ${state}.`);
    });
}
