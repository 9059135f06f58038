/** `./innkeeper plan`: what is sold. Servers keep what they were sold with; a change is for new ones. */
import { audit } from '@innkeeper/db/tables/audit';
import { inTransaction } from '@innkeeper/db/transaction';
import { type Cents, decimal } from '@innkeeper/model/money';
import { Command, Option } from 'commander';
import { withDatabase } from '../installation/database.ts';
import { homeAt } from '../installation/home.ts';
import { Refusal } from '../terminal/refusal.ts';
import { table } from '../terminal/table.ts';
import { homeOption, type WithHome } from './home-option.ts';
import { parseMoney, parseWhole } from './parse.ts';

export function planCommand(): Command {
  return new Command('plan')
    .description('what is sold')
    .addCommand(listCommand())
    .addCommand(setCommand())
    .addCommand(saleCommand('disable', 'take a plan off sale; servers that have it go on', false))
    .addCommand(saleCommand('enable', 'put a plan on sale again', true));
}

function listCommand(): Command {
  return new Command('list')
    .description('list plans')
    .addOption(homeOption())
    .option('--json', 'as JSON')
    .action(async (options: WithHome & { json?: boolean }) => {
      const plans = await withDatabase(homeAt(options.home), (db) =>
        db.selectFrom('plans').selectAll().orderBy('position').execute(),
      );
      if (options.json)
        return console.log(
          JSON.stringify(
            plans.map((plan) => ({ ...plan, price: decimal(plan.price) })),
            null,
            2,
          ),
        );
      const rows = plans.map((plan) => [
        ...[plan.key, plan.name, plan.type, String(plan.vcpus), `${plan.memory_mb} MB`, `${plan.disk_gb} GB`],
        ...[plan.bandwidth_tb === 0 ? 'unmetered' : `${plan.bandwidth_tb} TB`, `${plan.network_speed_mbps} Mbps`],
        ...[
          plan.disk_iops === null ? '' : String(plan.disk_iops),
          decimal(plan.price),
          plan.disabled_at ? 'off sale' : 'on sale',
        ],
      ]);
      return console.log(
        table(['KEY', 'NAME', 'TYPE', 'VCPUS', 'MEMORY', 'DISK', 'TRAFFIC', 'SPEED', 'IOPS', 'PRICE', 'STATE'], rows),
      );
    });
}

interface SetOptions extends WithHome {
  name?: string;
  price?: Cents;
  iops?: number;
  diskSpeed?: number;
}

function setCommand(): Command {
  return new Command('set')
    .description('change a plan for servers that are sold from now on')
    .argument('<key>')
    .addOption(homeOption())
    .option('--name <name>', 'its name for customers')
    .addOption(new Option('--price <amount>', 'net, a month').argParser(parseMoney))
    .addOption(
      new Option('--iops <n>', 'reads and writes a second').argParser(parseWhole('A number of operations', 1, 10_000_000)),
    )
    .addOption(new Option('--disk-speed <mb>', 'MB a second').argParser(parseWhole('MB a second', 1, 1_000_000)))
    .action(async (key: string, { home, name, price, iops, diskSpeed }: SetOptions) => {
      await changePlan(home, key, {
        ...(name === undefined ? {} : { name }),
        ...(price === undefined ? {} : { price }),
        ...(iops === undefined ? {} : { disk_iops: iops }),
        ...(diskSpeed === undefined ? {} : { disk_mb_per_second: diskSpeed }),
      });
    });
}

function saleCommand(word: string, description: string, onSale: boolean): Command {
  return new Command(word)
    .description(description)
    .argument('<key>')
    .addOption(homeOption())
    .action((key: string, { home }: WithHome) => changePlan(home, key, { disabled_at: onSale ? null : new Date() }));
}

interface PlanChange {
  name?: string;
  price?: Cents;
  disk_iops?: number;
  disk_mb_per_second?: number;
  disabled_at?: Date | null;
}

async function changePlan(home: string | undefined, key: string, fields: PlanChange): Promise<void> {
  if (Object.keys(fields).length === 0) throw new Refusal('Nothing to change was named.');
  await withDatabase(homeAt(home), (db) =>
    inTransaction(db, async (trx) => {
      const plan = await trx.updateTable('plans').set(fields).where('key', '=', key).returning('id').executeTakeFirst();
      if (!plan) throw new Refusal(`There is no plan ${key}.`);
      const words = Object.entries(fields).map(([name, value]) => [
        name,
        value instanceof Date ? value.toISOString() : String(value),
      ]);
      const details = { key, ...Object.fromEntries(words) };
      await audit(trx, { actor: 'operator', action: 'changePlan', resource: { kind: 'plan', id: plan.id }, details });
    }),
  );
  console.log(`Plan ${key} is changed.`);
}
