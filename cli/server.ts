/** Defines the command `./innkeeper server`, with the texts that it prints. */
import { THIS_NODE } from '@innkeeper/apps/installation/node';
import { serverMoves } from '@innkeeper/contract/operations/server-moves.staff';
import { servers } from '@innkeeper/contract/operations/servers.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { readMachinesDirectory } from '@innkeeper/engine/compute/machines-directory';
import type { MachineStates } from '@innkeeper/operations/define.staff';
import { moveServer, placeServer } from '@innkeeper/operations/servers/move.staff';
import { listAllServers, repairServer, showServer } from '@innkeeper/operations/servers.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { type Installation, inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';
import { formatAudit, formatSteps } from './output/steps.ts';
import { table } from './output/table.ts';
import { formatCancellation } from './service.ts';

const COLUMNS: ColumnsOf<'listAllServers'> = {
  ID: ({ id }) => id,
  HOSTNAME: ({ hostname }) => hostname,
  ACCOUNT: ({ account, email }) => `${account} ${email}`,
  STATUS: ({ status }) => status,
  POWER: ({ power }) => power,
  NODE: ({ node }) => node,
  PLAN: ({ plan }) => plan,
  ADDRESS: ({ address }) => address,
  LOCK: ({ lock }) => (lock ? `${lock.reason}, workflow ${lock.workflow} (${lock.state})` : ''),
};

type Server = OperatorReply<'showServer'>;

function formatServer(server: Server): string {
  const { id, hostname, email, status, status_reason, end, power, machine, lock, plan, image, node, addresses } = server;
  const flags = (['rescue', 'network_suspended'] as const).filter((flag) => server[flag]).join(', ');
  const cancelled = formatCancellation(server);
  const lines = [
    `Server ${id}: ${hostname}, of account ${server.account} (${email})`,
    `  status    ${status}${status_reason ? `: ${status_reason}` : ''}${flags ? ` (${flags})` : ''}`,
    ...(end ? [`  ends      ${timeOfEnd(end.ends_at)}, by staff: ${end.reason} Paid time left: ${end.rest.gross}`] : []),
    ...(cancelled === null ? [] : [`  cancelled ${cancelled}`]),
    ...(server.unpaid ? [`  unpaid    ${formatUnpaid(server, server.unpaid)}`] : []),
    `  power     ${power}${machine === 'unknown' ? `, as the worker of node ${node} reported` : `; the machine is ${machine}`}`,
    `  plan      ${plan}: ${server.vcpus} vCPU, ${server.memory_mb} MB, ${server.disk_gb} GB; image ${image}; node ${node}`,
    `  addresses ${addresses.join(', ') || 'none'}`,
    `  lock      ${lock ? `${lock.reason} since ${lock.locked_at}, workflow ${lock.workflow} (${lock.state})` : 'none'}`,
    ...server.alerts.map((alert) => `  alert ${alert.id}   ${alert.at} ${alert.message}`),
  ];
  const [last] = server.workflows;
  const steps = last ? formatSteps(`STEP OF ${last.id}`, server.steps) : '';
  return [lines.join('\n'), formatWorkflows(server), steps, formatAudit(server.audit)].filter(Boolean).join('\n\n');
}

/** Returns a past time as `now`: the server is switched off before it is removed. */
const timeOfEnd = (at: string): string => (isAhead(at) ? at : `now, due since ${at}`);

const isAhead = (at: string): boolean => new Date(at) > new Date();

function formatUnpaid(server: Server, { ends_at, orders, suspends_at }: NonNullable<Server['unpaid']>): string {
  const isOff = `account ${server.account} is suspended or parked`;
  const isWaiting =
    server.status === 'suspended'
      ? `is not deleted while ${isOff}`
      : `is not suspended while its renewal is being paid or not ordered yet, or while ${isOff}`;
  const suspension =
    suspends_at === null ? 'is ' : `is suspended ${isAhead(suspends_at) ? `at ${suspends_at}` : timeOfEnd(suspends_at)} and `;
  const end = ends_at === null ? isWaiting : `${suspension}deleted at ${ends_at}`;
  const debts = orders.map(
    ({ id, status, gross }) => `order ${id} of ${gross}${status === 'processing' ? ' (is being paid)' : ''}`,
  );
  const pay = debts.length === 0 ? 'No order waits to be paid: its owner can renew it.' : `To be paid: ${debts.join(', ')}.`;
  return `after ${server.expiry_at}: it ${end}. ${pay}`;
}

function formatWorkflows({ workflows }: Server): string {
  const rows = workflows.map((one) => [
    ...[String(one.id), one.kind, one.state, one.created_at, one.finished_at ?? '', one.error ?? ''],
  ]);
  return table(['WORKFLOW', 'KIND', 'STATE', 'FROM', 'TO', 'ERROR'], rows);
}

function formatRepair(reply: OperatorReply<'repairServer'>, yes: boolean): string {
  const { id, findings, repaired, lost } = reply;
  if (lost) return formatLost(id, lost);
  if (findings.length === 0) return `No problem was found with server ${id}.`;
  const outcome = yes ? `Repaired: ${repaired} of ${findings.length}.` : 'Nothing was changed. Repair with --yes.';
  return [...findings, outcome].join('\n');
}

function formatLost(id: number, lost: NonNullable<OperatorReply<'repairServer'>['lost']>): string {
  const { node, directory, file_system, workflow } = lost;
  const where = directory
    ? `The machine of server ${id} is missing in ${directory}, file system ${file_system}.`
    : `The worker of node ${node} found the machine of server ${id} absent. It checks the directory of its machines again first.`;
  if (workflow === null) return `${where}\nNothing was changed. End the server with --yes.`;
  return [
    where,
    `Workflow ${workflow} ends the server. See its result with ./innkeeper workflow show ${workflow}. A disk that appears later is kept, and doctor lists it.`,
    'No money was refunded: use ./innkeeper payment refund, or ./innkeeper account fund.',
  ].join('\n');
}

export const serverBindings: Bindings<typeof servers & typeof serverMoves> = {
  listAllServers: {
    run: inOneTransaction(listAllServers),
    format: (page) => formatPage(page, COLUMNS, 'There are no such servers.'),
  },
  showServer: {
    async run(installation, input) {
      const machines = await machinesOf(installation);
      return installation.commit((cx) => showServer(cx, input, { machines }));
    },
    format: formatServer,
  },
  placeServer: {
    run: inOneTransaction(placeServer),
    format: ({ server, hostname, from, to }) =>
      `Server ${server} (${hostname}) was on node ${from} in the database, and is on node ${to} now, whose worker takes it over. A restore may have turned off its automatic renewal: see ./innkeeper service list.`,
  },
  moveServer: { run: inOneTransaction(moveServer), format: formatMove },
  repairServer: {
    async run(installation, input) {
      const [machines, { compute }] = [await machinesOf(installation), await installation.engine()];
      const host = { node: THIS_NODE, machines, directory: await readMachinesDirectory(compute) };
      return installation.commit((cx) => repairServer(cx, input, host));
    },
    format: (reply, { yes }) => formatRepair(reply, yes),
  },
};

function formatMove({ server, hostname, from, to, live, workflow }: OperatorReply<'moveServer'>): string {
  const how = live ? 'It runs on meanwhile.' : 'It stays off.';
  return `Server ${server} (${hostname}) is being moved from node ${from} to node ${to}. ${how} See the result with ./innkeeper workflow show ${workflow}.`;
}

/** Reads the machines from the engine before the transaction begins, so that the transaction does not wait. */
async function machinesOf(installation: Installation): Promise<MachineStates> {
  const { compute } = await installation.engine();
  const states = new Map((await compute.list()).map(({ machineId, power }) => [machineId, power]));
  return (machineId, node) => (node === THIS_NODE ? (states.get(machineId) ?? 'absent') : 'unknown');
}

export function serverCommand(): Command {
  return nounCommand('server', 'manage servers of all accounts', { ...servers, ...serverMoves }, serverBindings);
}
