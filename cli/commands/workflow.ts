/** `./innkeeper workflow`: what is under way, and what an operator may do about it. */

import { withDatabase } from '@innkeeper/apps/installation/database';
import { homeAt } from '@innkeeper/apps/installation/home';
import { Command } from 'commander';
import { table } from '../output/table.ts';
import { cancelWorkflow, retryWorkflow } from '../workflows/cancel.ts';
import { listWorkflows } from '../workflows/list.ts';
import { showWorkflow, workflowInWords } from '../workflows/show.ts';
import { homeOption, type WithHome } from './home-option.ts';
import { parseWhole } from './parse.ts';

const parseId = parseWhole('The id of a workflow', 1, 2 ** 31 - 1);
const parseMost = parseWhole('How many are listed', 1, 10_000);

type AsJson = WithHome & { json?: boolean };

export function workflowCommand(): Command {
  return new Command('workflow')
    .description('what is under way')
    .addCommand(listCommand())
    .addCommand(onOne('show', 'where a workflow stands, and how its steps went').option('--json', 'as JSON').action(show))
    .addCommand(cancelCommand())
    .addCommand(onOne('retry', 'have a stuck workflow tried again now').action(retry));
}

function onOne(name: string, description: string): Command {
  return new Command(name).description(description).argument('<id>', 'its id', parseId).addOption(homeOption());
}

function listCommand(): Command {
  return new Command('list')
    .description('list workflows that have not ended, the stuck ones first')
    .addOption(homeOption())
    .option('--most <n>', 'how many at the most', parseMost, 100)
    .option('--json', 'as JSON')
    .action(async ({ home, most, json }: AsJson & { most: number }) => {
      const { rows, total } = await withDatabase(homeAt(home), (db) => listWorkflows(db, most));
      if (json) return console.log(JSON.stringify(rows, null, 2));
      if (total === 0) return console.log('Nothing is under way.');
      const lines = rows.map((row) => [
        ...[
          String(row.id),
          row.kind,
          `${row.state}${row.direction === 'back' ? ', back' : ''}${row.cancelled ? ', cancelled' : ''}`,
        ],
        ...[row.lane, row.account === null ? '' : String(row.account), row.resource ?? ''],
        ...[row.since.toISOString(), row.next?.toISOString() ?? 'now', row.error ?? ''],
      ]);
      console.log(table(['WORKFLOW', 'KIND', 'STATE', 'LANE', 'ACCOUNT', 'OF', 'SINCE', 'NEXT', 'ERROR'], lines));
      if (total > rows.length) console.log(`... and ${total - rows.length} more.`);
    });
}

async function show(id: number, { home, json }: AsJson): Promise<void> {
  const workflow = await withDatabase(homeAt(home), (db) => showWorkflow(db, id));
  console.log(json ? JSON.stringify(workflow, null, 2) : workflowInWords(workflow));
}

function cancelCommand(): Command {
  return onOne('cancel', 'have a workflow turned back: what it did is undone, and its lock given back')
    .option('--reason <sentence>', 'what its customer is told', 'The operator has cancelled this.')
    .action(async (id: number, { home, reason }: WithHome & { reason: string }) => {
      await withDatabase(homeAt(home), (db) => cancelWorkflow(db, id, reason));
      console.log(`Workflow ${id} turns back now. ./innkeeper workflow show ${id} tells how far it is.`);
    });
}

async function retry(id: number, { home }: WithHome): Promise<void> {
  await withDatabase(homeAt(home), (db) => retryWorkflow(db, id));
  console.log(`Workflow ${id} is tried again now.`);
}
