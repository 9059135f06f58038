/** `./innkeeper plan`: what is sold. Servers keep what they were sold with; a change is for new ones. */

import { withDatabase } from '@innkeeper/apps/installation/database';
import { homeAt } from '@innkeeper/apps/installation/home';
import { type Cents, decimal } from '@innkeeper/model/money';
import { Command, Option } from 'commander';
import { table } from '../output/table.ts';
import { addPlan } from '../plans/add.ts';
import { changePlan, type PlanChange } from '../plans/change.ts';
import { homeOption, type WithHome } from './home-option.ts';
import { parseKey, parseMoney, parseName, parseWhole } from './parse.ts';

export function planCommand(): Command {
  return new Command('plan')
    .description('what is sold')
    .addCommand(listCommand())
    .addCommand(addCommand())
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

interface AddOptions extends WithHome {
  name: string;
  vcpus: number;
  memory: number;
  disk: number;
  traffic: number;
  price: Cents;
  type: string;
  dedicatedCpu?: boolean;
  networkSpeed: number;
  iops?: number;
  diskSpeed?: number;
  minimumMonths: number;
  position?: number;
  offSale?: boolean;
}

function addCommand(): Command {
  return new Command('add')
    .description('put a new plan into the catalogue')
    .argument('<key>', 'what customers order it by: small-2', parseKey)
    .addOption(homeOption())
    .addOption(new Option('--name <name>', 'its name for customers').argParser(parseName).makeOptionMandatory())
    .addOption(wholeOption('--vcpus <n>', 'virtual CPUs', 240).makeOptionMandatory())
    .addOption(wholeOption('--memory <gb>', 'GB of memory', 4_096).makeOptionMandatory())
    .addOption(wholeOption('--disk <gb>', 'GB of disk', 100_000).makeOptionMandatory())
    .addOption(wholeOption('--traffic <tb>', 'TB a month; 0 is unmetered', 100_000, 0).makeOptionMandatory())
    .addOption(new Option('--price <amount>', 'net, a month').argParser(parseMoney).makeOptionMandatory())
    .addOption(wholeOption('--network-speed <mbps>', 'Mbps', 1_000_000).default(1000))
    .addOption(new Option('--type <word>', 'the plans that it is listed with').argParser(parseKey).default('standard'))
    .option('--dedicated-cpu', 'tell customers that its CPUs are theirs alone')
    .addOption(iopsOption())
    .addOption(diskSpeedOption())
    .addOption(wholeOption('--minimum-months <n>', 'months paid at once at the least', 24).default(1))
    .addOption(wholeOption('--position <n>', 'its place in lists (default: the last)', 1_000_000))
    .option('--off-sale', 'until `plan enable`')
    .action(async (key: string, { home, memory, disk, traffic, networkSpeed, diskSpeed, ...rest }: AddOptions) => {
      const { name, type, vcpus, dedicatedCpu = false, iops, minimumMonths, price, position, offSale = false } = rest;
      const size = { vcpus, dedicatedCpu, memoryGb: memory, diskGb: disk, trafficTb: traffic, networkSpeedMbps: networkSpeed };
      const limits = { iops, diskMbPerSecond: diskSpeed };
      const plan = { key, name, type, ...size, ...limits, minimumMonths, price, position, onSale: !offSale };
      const { id, hasRoom } = await withDatabase(homeAt(home), (db) => addPlan(db, plan));
      console.log(`Plan ${id} (${key}) is ${offSale ? 'in the catalogue, off sale' : 'on sale'}.`);
      if (!hasRoom) console.log('No node has room for such a server at the moment: ./innkeeper node list');
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
    .addOption(new Option('--name <name>', 'its name for customers').argParser(parseName))
    .addOption(new Option('--price <amount>', 'net, a month').argParser(parseMoney))
    .addOption(iopsOption())
    .addOption(diskSpeedOption())
    .action((key: string, { home, name, price, iops, diskSpeed }: SetOptions) =>
      change(home, key, { name, price, disk_iops: iops, disk_mb_per_second: diskSpeed }),
    );
}

function saleCommand(word: string, description: string, onSale: boolean): Command {
  return new Command(word)
    .description(description)
    .argument('<key>')
    .addOption(homeOption())
    .action((key: string, { home }: WithHome) => change(home, key, { disabled_at: onSale ? null : new Date() }));
}

async function change(home: string | undefined, key: string, wanted: PlanChange): Promise<void> {
  await withDatabase(homeAt(home), (db) => changePlan(db, key, wanted));
  console.log(`Plan ${key} is changed.`);
}

const iopsOption = (): Option => wholeOption('--iops <n>', 'reads and writes of its disk a second', 10_000_000);
const diskSpeedOption = (): Option => wholeOption('--disk-speed <mb>', 'MB that its disk reads and writes a second', 1_000_000);

function wholeOption(flags: string, description: string, most: number, least = 1): Option {
  return new Option(flags, description).argParser(parseWhole('The value', least, most));
}
