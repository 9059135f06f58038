/** `./innkeeper node`: the hosts that servers run on. */

import { withDatabase } from '@innkeeper/apps/installation/database';
import { homeAt } from '@innkeeper/apps/installation/home';
import { Command, Option } from 'commander';
import { setNode } from '../nodes/set.ts';
import { showNode } from '../nodes/show.ts';
import { type ShownNode, shownNode, warningsOf } from '../nodes/shown.ts';
import { changeState } from '../nodes/state.ts';
import { table } from '../output/table.ts';
import { homeOption, type WithHome } from './home-option.ts';
import { parseFactor, parseWhole } from './parse.ts';

export function nodeCommand(): Command {
  return new Command('node')
    .description('the hosts that servers run on')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(setCommand())
    .addCommand(stateCommand('drain', 'sell nothing more on a node; what runs there goes on'))
    .addCommand(stateCommand('undrain', 'sell on a node again'));
}

function listCommand(): Command {
  return new Command('list')
    .description('list nodes, with what is sold of them and what they offer')
    .addOption(homeOption())
    .option('--json', 'as JSON')
    .action(async (options: WithHome & { json?: boolean }) => {
      const nodes = await withDatabase(homeAt(options.home), async (db) =>
        (await db.selectFrom('nodes').selectAll().orderBy('id').execute()).map(shownNode),
      );
      if (options.json) return console.log(JSON.stringify(nodes, null, 2));
      const rows = nodes.map(({ name, state, engine, accelerator, vcpus, memory_mb, disk_gb }) => [
        ...[name, state, `${engine}, ${accelerator}`, `${vcpus.used}/${vcpus.total}`],
        ...[`${memory_mb.used}/${memory_mb.total} MB`, `${disk_gb.used}/${disk_gb.total} GB`],
      ]);
      return console.log(table(['NODE', 'STATE', 'ENGINE', 'VCPUS', 'MEMORY', 'DISK'], rows));
    });
}

function showCommand(): Command {
  return new Command('show')
    .description('what a node has, what was set of it, and what is sold')
    .argument('<name>')
    .addOption(homeOption())
    .option('--json', 'as JSON')
    .action(async (name: string, options: WithHome & { json?: boolean }) => {
      const node = await withDatabase(homeAt(options.home), (db) => showNode(db, name));
      if (options.json) return console.log(JSON.stringify(node, null, 2));
      const { state, engine, accelerator, accelerator_why, seen_at, servers } = node;
      const counts = servers.map(({ count, status }) => `${count} ${status}`).join(', ');
      const lines = [
        `Node ${name}: ${state}`,
        `  engine   ${engine}, ${accelerator}: ${accelerator_why}`,
        `  measured ${seen_at?.toISOString() ?? 'never'}`,
        `  servers  ${counts || 'none'}`,
      ];
      return console.log([...lines, '', inNumbers(node), ...node.warnings.map((warning) => `\n${warning}`)].join('\n'));
    });
}

interface SetOptions extends WithHome {
  capacityVcpus?: number | null;
  capacityMemory?: number | null;
  capacityDisk?: number | null;
  overcommitVcpus?: number;
  overcommitMemory?: number;
  overcommitDisk?: number;
}

function setCommand(): Command {
  const capacity = (flags: string, what: string, most: number): Option =>
    new Option(flags, `${what}, or "measured": what the machine has`).argParser(capacityUpTo(most));
  const overcommit = (flags: string, what: string): Option =>
    new Option(flags, `how many times ${what} is promised, 0.1 to 20`).argParser(parseFactor(0.1, 20));
  return new Command('set')
    .description('say what is sold of a node: each capacity, times its overcommit. What is sold already stays.')
    .argument('<name>')
    .addOption(homeOption())
    .addOption(capacity('--capacity-vcpus <n>', 'cores', 100_000))
    .addOption(capacity('--capacity-memory <gb>', 'GB of memory', 100_000))
    .addOption(capacity('--capacity-disk <gb>', 'GB of disk', 100_000_000))
    .addOption(overcommit('--overcommit-vcpus <factor>', 'each core'))
    .addOption(overcommit('--overcommit-memory <factor>', 'the memory'))
    .addOption(overcommit('--overcommit-disk <factor>', 'the disk'))
    .action(async (name: string, { home, ...options }: SetOptions) => {
      const { capacityVcpus, capacityMemory, capacityDisk, overcommitVcpus, overcommitMemory, overcommitDisk } = options;
      const settings = {
        ...{ vcpus_setting: capacityVcpus, disk_gb_setting: capacityDisk },
        memory_mb_setting: typeof capacityMemory === 'number' ? capacityMemory * 1024 : capacityMemory,
        ...{ vcpus_overcommit: overcommitVcpus, memory_overcommit: overcommitMemory, disk_overcommit: overcommitDisk },
      };
      const node = await withDatabase(homeAt(home), (db) => setNode(db, name, settings));
      console.log([`Node ${name} is changed.`, '', inNumbers(node), ...warningsOf(node).map((one) => `\n${one}`)].join('\n'));
    });
}

function stateCommand(verb: 'drain' | 'undrain', description: string): Command {
  return new Command(verb)
    .description(description)
    .argument('<name>')
    .addOption(homeOption())
    .action(async (name: string, { home }: WithHome) => {
      const state = await withDatabase(homeAt(home), (db) => changeState(db, name, verb));
      console.log(`Node ${name} is ${state}.`);
    });
}

function inNumbers({ vcpus, memory_mb, disk_gb }: ShownNode): string {
  const named = { VCPUS: vcpus, 'MEMORY, MB': memory_mb, 'DISK, GB': disk_gb };
  const rows = Object.entries(named).map(([name, { measured, setting, overcommit, total, used }]) => [
    ...[name, String(measured), setting === null ? '' : String(setting), String(overcommit)],
    ...[String(total), String(used), String(Math.max(0, total - used))],
  ]);
  return table(['', 'MEASURED', 'SET', 'OVERCOMMIT', 'TOTAL', 'USED', 'FREE'], rows);
}

function capacityUpTo(most: number): (text: string) => number | null {
  const parse = parseWhole('A capacity', 1, most);
  return (text) => (text === 'measured' ? null : parse(text));
}
