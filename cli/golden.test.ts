/**
 * Compares the output of each command with golden/, so that a review sees each change.
 *
 * `npx vitest run cli/golden.test.ts -u` rewrites the files. Read them afterwards.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '@innkeeper/apps/installation/home';
import { OPERATOR_OPERATION_NAMES, type OperatorOperationName, operatorOperationOf } from '@innkeeper/contract/operator/all';
import type { Status } from '@innkeeper/contract/operator/installation';
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { insertMails } from '@innkeeper/db/tables/mails';
import { recordNodeLink } from '@innkeeper/db/tables/node-links';
import { insertReceivedMail } from '@innkeeper/db/tables/received-mails';
import { insertTicket } from '@innkeeper/db/tables/tickets';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenNode, givenServer } from '@innkeeper/lab/given';
import { givenPaidOrder, givenSeller, issueNow } from '@innkeeper/lab/given-invoices';
import { givenMovedServer } from '@innkeeper/lab/given-moved-server';
import { givenAttachment, givenTicket, storeFile } from '@innkeeper/lab/given-tickets';
import { givenTotp } from '@innkeeper/lab/given-two-factor';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { makeReference } from '@innkeeper/model/payments/reference';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CANNED_REPLY_COMMANDS,
  INSERTS_AFTER,
  LOGO_COMMANDS,
  RESTORE_COMMANDS,
  STAFF_COMMANDS,
  SUSPENSION_COMMANDS,
  USER_COMMANDS,
} from './golden-staff.ts';
import { BINDINGS } from './operator/all.ts';
import { nounOf } from './operator/command.ts';
import { formatFindings } from './output/findings.ts';
import { loadProgram } from './program/program.ts';
import { formatStatusOfDatabase, formatStatusOfHost } from './status.ts';

const NOW = '2026-01-31T12:00:00.000Z';
/** File of this test run only. */
const BOOKS = path.join(os.tmpdir(), `innkeeper-books-${process.pid}-${Date.now()}.csv`);
const SAVED = path.join(os.tmpdir(), `innkeeper-saved-${process.pid}-${Date.now()}.log`);

/** Commands in this order, because later ones show the results of earlier ones. */
const RUN: [OperatorOperationName, Record<string, unknown>][] = [
  ['createAccount', { email: 'ada@example.org', funds: '100', name: 'Ada', country: 'AT' }],
  ['fundAccount', { account: 'ada@example.org', amount: '12.50', reason: 'For the outage' }],
  ['chargeAccount', { account: 'ada@example.org', amount: '2.50', reason: 'Credited twice' }],
  [
    'setAccount',
    {
      account: 'ada@example.org',
      monthly_cap: '500',
      country: 'FR',
      company: true,
      company_name: 'Ada SARL',
      vat_number: 'fr 40 303265045',
    },
  ],
  ['listAccounts', { search: 'ada' }],
  ['issueAccessToken', { email: 'ada@example.org', abilities: ['read', 'write'], days: 30 }],
  ['setToken', { token: 1, monthly_cap: '50' }],
  ['listAllTokens', { email: 'ada@example.org' }],
  ['revokeToken', { token: 1 }],
  ...STAFF_COMMANDS,
  ['postponeService', { service: 1, days: 7, reason: 'On holiday' }],
  ['listAllServers', { stuck: true }],
  ['showServer', { server: 1 }],
  ['repairServer', { server: 1 }],
  ['listWorkflows', {}],
  ['showWorkflow', { workflow: 1 }],
  ['cancelWorkflow', { workflow: 2, reason: 'Too long.' }],
  ['retryWorkflow', { workflow: 1 }],
  ['listAlerts', {}],
  ['acknowledgeAlert', { alert: 1 }],
  ['closeAlert', { alert: 1 }],
  ['notifyAlert', { mail: ['ops@example.net', 'night@example.net'] }],
  ['channelsAlert', {}],
  ['testAlert', {}],
  ['suspendAccount', { account: 'ada@example.org', reason: 'Abuse' }],
  ['showAccount', { account: 'ada@example.org' }],
  ['noteAccount', { account: 'ada@example.org', text: 'Pays late.' }],
  ['resumeAccount', { account: 'ada@example.org' }],
  ['unparkAccount', { account: 'ada@example.org' }],
  ['listAllTickets', { department: 'technical' }],
  ['noteTicket', { ticket: 1, message: 'The disk of the guest is full.' }],
  ['replyTicket', { ticket: 1, message: 'Please free some space.' }],
  ...CANNED_REPLY_COMMANDS,
  ['assignTicket', { ticket: 1, to: 'ann' }],
  ['showTicket', { ticket: 1 }],
  ['saveAttachment', { attachment: 1, file: SAVED }],
  ['resolveTicketUnanswered', { ticket: 1 }],
  ['reopenTicket', { ticket: 1 }],
  ['mergeTicket', { ticket: 2, into: 1 }],
  ['listMails', {}],
  ['retryMail', { mail: 1 }],
  ...USER_COMMANDS,
  ['setSignup', { mode: 'invitation', terms_version: '2026-11', terms_url: 'https://www.example.com/terms/2026-11' }],
  ['showSignup', {}],
  ['inviteSignup', { email: 'bob@example.org' }],
  ['listSignups', {}],
  ['setInbox', { address: 'support@example.com', unknown_senders: 'ticket' }],
  ['showInbox', {}],
  ['listInbox', { held: true }],
  ['releaseInbox', { mail: 1 }],
  ['dropInbox', { mail: 'loop' }],
  ['listNodes', {}],
  ['addNode', { node: 'node-2' }],
  ['setNode', { node: 'node-1', capacity_memory: 4, overcommit_memory: 1.5 }],
  ['showNode', { node: 'node-1' }],
  ['drainNode', { node: 'node-1' }],
  ['unlinkNode', { node: 'node-1' }],
  ['addPool', { pool: 'lab', cidr: '2001:db8::/48', excluded: ['2001:db8::/56'], rest_hours: 1.5, node: 'node-1' }],
  ['setPool', { pool: 'lab', uses: 'primary', node: 'all' }],
  ['drainPool', { pool: 'lab' }],
  ['listPools', {}],
  ['showPool', { pool: 'default' }],
  ['activatePool', { pool: 'lab' }],
  ['exportPool', { pool: 'lab', nameservers: ['ns1.example.net'] }],
  ['removePool', { pool: 'lab' }],
  ['whoAddress', { address: '10.77.0.2', at: '2100-01-01T00:00:00Z' }],
  ['uplinkNetwork', { mode: 'nat', node: 'node-1', interface: 'eth0', allow: ['10.0.0.0/24'], probe: ['2001:db8::80'] }],
  ['showNetwork', { node: 'node-1' }],
  ['checkNetwork', { node: 'node-1' }],
  [
    'setDns',
    {
      driver: 'powerdns',
      url: 'http://127.0.0.1:8081',
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      contact: 'dns@example.net',
    },
  ],
  ['showDns', {}],
  ['pushDns', {}],
  ['checkDns', {}],
  ['addPlan', { key: 'odd', name: 'Odd', vcpus: 3, memory: 6, disk: 60, traffic: 0, price: '15.50' }],
  ['activateNode', { node: 'node-1' }],
  ['setPlan', { key: 'odd', price: '16' }],
  ['disablePlan', { key: 'odd' }],
  ['enablePlan', { key: 'odd' }],
  ['listAllPlans', { per_page: 2 }],
  ['exportCatalogue', {}],
  ['diffCatalogue', { file: 'catalogue.yaml' }],
  ['applyCatalogue', { file: 'catalogue.yaml' }],
  ['addOrder', { account: 'ada@example.org', lines: ['Setup=50.00'] }],
  ['showOrder', { order: 2 }],
  ['setGeo', { kind: 'country', location: '/var/lib/geo/country.csv', licence: 'CC BY 4.0', attribution: 'Example' }],
  ['showGeo', {}],
  ['importGeo', { kind: 'country' }],
  ['invalidateTokens', { file: 'cli/golden/leaked.txt' }],
  ['importBank', { file: 'cli/golden/statement.xml' }],
  ['listBank', {}],
  ['listPayments', {}],
  ['showPayment', { payment: 1 }],
  ['assignBank', { line: 1, payment: 1 }],
  ['confirmPayment', { payment: 1 }],
  ['failPayment', { payment: 2 }],
  ['refundPayment', { payment: 1, amount: '5', iban: 'AT611904300234573201' }],
  ['listRefunds', { to_send: true }],
  ['settleRefund', { refund: 1 }],
  ['failRefund', { refund: 1, reason: 'The account is closed.' }],
  ['settleDispute', { dispute: 1 }],
  ['refundOrder', { order: 2, to: 'balance', lines: ['1=1.50'], reason: 'For the outage.', dry_run: true }],
  ['verifyLedger', {}],
  ['auditBilling', {}],
  ['exportLedger', { month: '2026-01', file: BOOKS }],
  ['reportTax', { quarter: '2026Q1' }],
  ['setImage', { key: 'tiny', eol: true }],
  ['disableImage', { key: 'tiny' }],
  ['enableImage', { key: 'tiny' }],
  ['repairImage', { key: 'tiny' }],
  ['addImage', {}],
  ['pruneImages', {}],
  ['listImages', {}],
  ['addPublicIso', { name: 'Rescue', url: 'https://mirror.example/rescue.iso' }],
  ['listAllIsos', {}],
  ['listAllInvoices', { account: 'ada@example.org' }],
  ['showInvoice', { number: '0000000001' }],
  ['exportInvoices', { month: '2026-01', output: 'build/golden-invoices.zip' }],
  ['forwardTicket', { ticket: 3, message: 'Please stop it within a day.' }],
  ...SUSPENSION_COMMANDS,
  ...LOGO_COMMANDS,
  ...RESTORE_COMMANDS,
];
/** Commands that wait for files and builds, and print the same as `image enable`. innkeeper.process.test.ts runs them. */
const FILE_COMMANDS: OperatorOperationName[] = ['buildImage', 'registerImage'];

let lab: TestDatabase;
let operator: Operator;
/** Directory of ticket files. */
let attachments: string;
beforeAll(async () => {
  lab = await openTestDatabase();
  attachments = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-attachments-'));
  const machine = { machineId: 'srv-1', power: 'running' as const };
  operator = openOperator({
    db: lab.db,
    attachments,
    clock: { now: () => new Date(NOW) },
    engine: {
      compute: { list: async () => [machine], directory: '/' },
      images: { provide: () => Promise.reject(new Error('no builds here')) },
      trials: null,
      imageFiles: {
        lookAt: async (rows) => rows.map((row) => ({ row, found: { path: row.path, stored: row.path, bytes: 23 } })),
        storedPath: (file) => file,
      },
      network: { checkUplink: async () => [{ name: 'uplink', ok: true, why: 'nat, by inku-1a2b3c4d', remedy: null }] },
    },
  });
  const nodeId = await givenNode(lab.db, { vcpus: 4, memoryMb: 8192, diskGb: 100 });
  await recordNodeLink(lab.db, { nodeId, address: '10.0.0.5:7443', certificate: 'ab'.repeat(32) });
});
afterAll(async () => {
  await lab.close();
  for (const file of [BOOKS, SAVED]) await rm(file, { force: true });
  await rm(attachments, { recursive: true });
});

/** Inserts a server with a stuck workflow, another workflow, mails, and two alerts. */
async function givenTrouble(): Promise<void> {
  await givenServer(lab.db, { accountId: 1, hostname: 'web-1' });
  const at = new Date(NOW);
  const row = { account_id: 1, input: '{}', run_at: new Date('2100-01-01'), created_at: at };
  const restart = { ...row, kind: 'server.restart', resource_kind: 'server', resource_id: 1, begun_at: at };
  await lab.db
    .insertInto('workflows')
    .values([
      { ...restart, state: 'stuck', direction: 'back', step: 'reboot', error: 'The guest does not answer.' },
      { ...row, kind: 'server.stop', state: 'queued' },
    ])
    .execute();
  const step = { workflow_id: 1, step: 'reboot', attempts: 5, started_at: at };
  const forward = { ...step, direction: 'forward' as const, finished_at: new Date(at.getTime() + 1_500) };
  await lab.db.insertInto('workflow_steps').values(forward).execute();
  await lab.db
    .insertInto('workflow_steps')
    .values({ ...step, direction: 'back', error: 'The host does not answer.' })
    .execute();
  const lock = { kind: 'server', resource_id: 1, workflow_id: 1, reason: 'restart', deadline_at: at };
  await lab.db.insertInto('locks').values(lock).execute();
  const resource = { kind: 'server', id: 1 };
  await alertOnce(lab.db, { kind: 'server_crashed', key: 'server:1', resource, message: 'It crashed again and again.' });
  await lab.db.updateTable('accounts').set({ billing_parked_at: at, billing_parked_reason: 'It looked odd.' }).execute();
  const mail = { account_id: 1, address: 'ada@example.org', template: 'services-suspended', language: 'en', data: '{}' };
  await insertMails(lab.db, [
    { ...mail, once: 'one', created_at: at, next_try_at: at, failed_at: at, tries: 1, error: 'no such user' },
    { ...mail, once: 'two', created_at: at, next_try_at: at },
  ]);
  const received = {
    received_at: at,
    source: 'pipe',
    bytes: 9,
    sha256: '0'.repeat(64),
    key: `${'0'.repeat(64)}-${'0'.repeat(16)}`,
  } as const;
  const held = { handled_at: at, outcome: 'held', why: 'loop', from_address: 'bot@example.net', subject: 'It hangs' } as const;
  await insertReceivedMail(lab.db, { ...received, ...held });
  await alertOnce(lab.db, { kind: 'host_disk_full', key: 'host', message: 'The disk of the host is full.' });
}

async function givenQuestion(): Promise<void> {
  const at = new Date(NOW);
  const times = { created_at: at, updated_at: at, waiting_since: at };
  const ticketId = await givenTicket(lab.db, { accountId: 1, user_id: 1, service_id: 1, subject: 'It hangs', ...times });
  const { key, sha256 } = await storeFile(attachments, 'kernel panic');
  await givenAttachment(lab.db, { accountId: 1, ticketId, name: 'boot.log', bytes: 12n, key, sha256 });
}

/** Inserts ticket 3, with a complaint about an address of server 1. */
async function givenComplaint(): Promise<void> {
  const at = new Date(NOW);
  const { id: department_id } = await lab.db.selectFrom('support_departments').select('id').executeTakeFirstOrThrow();
  const times = { created_at: at, updated_at: at, waiting_since: at };
  const owner = { complaint: true, account_id: null, user_id: null, requester: null };
  const ticket_id = await insertTicket(lab.db, { ...times, ...owner, department_id, subject: 'Abuse 10.77.0.2' });
  await insertReceivedMail(lab.db, {
    ...{ received_at: at, handled_at: at, source: 'pipe', bytes: 9, sha256: '1'.repeat(64), key: null, outcome: 'complaint' },
    ...{ ticket_id, complaint_addresses: ['10.77.0.2'], complaint_time: new Date('2100-01-01'), complaint_kind: 'abuse' },
  });
}

async function givenInvoice(): Promise<void> {
  await mkdir(path.join(projectRoot, 'build'), { recursive: true });
  await givenSeller(lab.db);
  await givenPaidOrder(lab.db, { accountId: 1 });
  await issueNow(lab.db, { now: () => new Date(NOW) });
}

/** Inserts two expected transfers, of which one is disputed and lost. */
async function givenPayments(): Promise<void> {
  const at = new Date(NOW);
  const row = { account_id: 1, gateway: 'bank', method: 'bank', kind: 'transfer', currency: 'EUR', created_at: at } as const;
  const references = [makeReference(new Uint8Array(12)), makeReference(new Uint8Array(12).fill(1))];
  for (const reference of references)
    await lab.db
      .insertInto('payments')
      .values({ ...row, amount: 60_00n, reference })
      .execute();
  const order = await lab.db.selectFrom('orders').select('id').orderBy('id').executeTakeFirstOrThrow();
  await lab.db.insertInto('payment_orders').values({ payment_id: 1, order_id: order.id, stage: 'open' }).execute();
  const dispute = { account_id: 1, payment_id: 1, gateway: 'bank', gateway_id: 'dp_1', amount: 10_00n, written_off: 0n } as const;
  await lab.db
    .insertInto('disputes')
    .values({ ...dispute, state: 'lost', opened_at: at, closed_at: at })
    .execute();
}

/** Replaces values that differ from run to run: times, names of the machine and secrets. */
function steady(text: string): string {
  return text
    .replaceAll(BOOKS, 'books.csv')
    .replaceAll(SAVED, 'boot.log')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, NOW)
    .replaceAll(/(ik[as]?_)\w{40}/g, `$1${'0'.repeat(40)}`)
    .replaceAll(/^(?!ik_)[\w-]{43}$/gm, '0'.repeat(43))
    .replaceAll(/(ik[as]?_)\w{3,4}\.\.\./g, '$1000...')
    .replaceAll(`${projectRoot}/`, '')
    .replaceAll(/[\w-]+, (support|internal)$/gm, 'root, $1')
    .replaceAll(/until \d{4}-\d\d-\d\d(?=\.)/g, 'until 2026-01-31')
    .replaceAll(/(?<=waiting {2})[\w-]+(?= {2})/g, (name) => 'root'.padEnd(name.length))
    .replaceAll(/operator [\w-]+(?= {2})/g, (actor) => 'operator root'.padEnd(actor.length));
}

/** Returns the command line that a person would type. */
function commandLine(name: OperatorOperationName, input: Record<string, unknown>): string {
  const { args = [], command } = operatorOperationOf(name);
  const words = Object.entries(input).map(([field, value]) => {
    if (args.includes(field)) return String(value);
    const flag = `--${field.replaceAll('_', '-')}`;
    return value === true ? flag : `${flag} ${/[^\w.@/:,-]/.test(String(value)) ? `"${value}"` : value}`;
  });
  return ['$ ./innkeeper', command, ...words].join(' ');
}

test('every command prints what is in golden/', async () => {
  for (const [name, input] of RUN) {
    const printed = steady(await operator.print(name, input));
    const file = `./golden/${operatorOperationOf(name).command.replace(' ', '-')}.txt`;
    await expect.soft(`${steady(commandLine(name, input))}\n${printed}\n`).toMatchFileSnapshot(file);
    if (name === 'createAccount') await givenTrouble();
    if (name === 'fundAccount') await givenTotp(lab.db, { userId: 1 }, 'JBSWY3DPEHPK3PXP');
    if (name === 'reopenTicket') await givenTicket(lab.db, { accountId: 1, user_id: 1, subject: 'It hangs still' });
    await INSERTS_AFTER[name]?.(lab.db);
    if (name === 'unparkAccount') await givenQuestion();
    if (name === 'listAllIsos') await givenInvoice();
    if (name === 'addOrder') await givenPayments();
    if (name === 'exportInvoices') await givenComplaint();
    if (name === 'releaseRestore') await givenMovedServer(lab.db);
  }
  expect([...RUN.map(([name]) => name), ...FILE_COMMANDS].sort()).toEqual([...OPERATOR_OPERATION_NAMES].sort());
  for (const name of FILE_COMMANDS) expect(String(BINDINGS[name].format)).toBe(String(BINDINGS.enableImage.format));
});

test('every command says in its help what is in golden/help.txt', async () => {
  const names = new Set(OPERATOR_OPERATION_NAMES.map((name) => nounOf(operatorOperationOf(name))));
  const nouns = (await loadProgram()).commands.filter((command) => names.has(command.name()));
  expect(nouns.map((noun) => noun.name()).sort()).toEqual([...names].sort());
  const commands = nouns.flatMap((noun) => noun.commands.map((verb) => `${noun.name()} ${verb.name()}`));
  expect(commands).toEqual(expect.arrayContaining(OPERATOR_OPERATION_NAMES.map((name) => operatorOperationOf(name).command)));
  const all = nouns.flatMap((noun) => [noun, ...noun.commands]);
  const helpOf = (command: Command): string => command.configureHelp({ helpWidth: 120 }).helpInformation();
  await expect(all.map(helpOf).join('\n')).toMatchFileSnapshot('./golden/help.txt');
});

test('status and doctor print what is in golden/', async () => {
  const status: Status = {
    ...{ home: '/srv/innkeeper', state: 'ready', pid: 1234, url: 'http://127.0.0.1:7080', public_url: 'https://api.example' },
    restarting: [],
    ...{ mirrors: ['10.0.0.5:8080'], healthy: true, engine: 'qemu', accelerator: { name: 'kvm', why: 'a guest booted' } },
    runtime: 'Node.js 24.21.0, bundled with Innkeeper',
    servers: [
      { status: 'active', power: 'running', count: 2 },
      { status: 'suspended', power: 'stopped', count: 1 },
    ],
    workflows: [{ state: 'stuck', count: 1 }],
    alerts: [{ id: 7, at: NOW, kind: 'server_lost', message: 'Nothing of server 3 is left on its host.' }],
    recovering: null,
    copy: {
      ...{ path: '/srv/innkeeper/before/0.1.0-20261128T172000Z', version: '0.1.0' },
      ...{ taken_at: '2026-11-28T17:20:00.000Z', kept_until: '2026-12-12T17:20:00.000Z' },
    },
    open_alerts: 21,
    free_bytes: 73_000_000_000,
  };
  const text = `${formatStatusOfHost(status)}\n${formatStatusOfDatabase(status)}`;
  await expect(`$ ./innkeeper status\n${text}\n`).toMatchFileSnapshot('./golden/status.txt');
  const findings = formatFindings({
    findings: [
      { name: 'runtime', ok: true, why: 'Node.js 24.21.0, bundled with Innkeeper', remedy: null },
      { name: 'disks', ok: 'warn', why: 'srv-77 no server has', remedy: 'check /srv/innkeeper/engine/machines' },
      { name: 'QEMU', ok: false, why: 'is not installed', remedy: 'apt-get install qemu-system-x86' },
    ],
  });
  await expect(`$ ./innkeeper doctor\n${findings}\n`).toMatchFileSnapshot('./golden/doctor.txt');
});
