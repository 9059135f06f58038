/**
 * What tables and columns mean, said in the database itself: psql shows it, and `db/schema.gen.ts` and `db/schema.gen.sql` carry it.
 * A later migration says it of what it adds.
 */
import { type Kysely, sql } from 'kysely';

const TABLES: Record<string, string> = {
  workflow_steps: 'What happened step by step, for people to read.',
  tickets: 'Of operations to come: enough for their guards (owner, lock) to be true from the start.',
  ticket_attachments: 'Of operations to come: enough for their guards (owner, lock) to be true from the start.',
  invoices: 'Of operations to come: enough for their guards (owner, lock) to be true from the start.',
  floating_ips: 'Of operations to come: enough for their guards (owner, lock) to be true from the start.',
  attacks: 'Of operations to come: enough for their guards (owner, lock) to be true from the start.',
  events: "An account's changes, counted from 1 without gaps. Written by triggers alone (db/migrations/0013-events.ts).",
  event_heads: "The number of an account's latest event.",
  console_tickets: 'An address by which a console may be opened once.',
  copy_rooms: 'What the worker last saw of the places where copies lie.',
  server_usage: 'The latest look at a running server, for its live status; the worker writes it every few seconds.',
  server_metrics: 'The closed buckets of a day (UTC), packed one after the other (model/metrics.ts).',
  server_traffic: 'What a server received and sent on a day (UTC).',
};

const COLUMNS: Record<string, string> = {
  'locks.deadline_at': 'When an operator is told that it is held for too long.',
  'workflows.direction': 'Which way it goes: forward, or back through its undos.',
  'workflows.step': 'Index of the step to run next (forward) or to undo next (back).',
  'workflows.memory': 'Results of steps by name.',
  'workflows.epoch': 'Counts claims; every write of a worker names the one it holds, so that a stalled worker writes nothing.',
  'workflows.error': 'Why it went back, for the operator.',
  'workflows.reason': 'Why, for the customer.',
  'workflows.percent': 'Of the step under way, where it can tell.',
  'workflows.begun_at': 'When a worker first took it.',
  'workflows.shown_state': 'Kept by the database.',
  'workflow_steps.position': 'In the order in which they began.',
  'audit_log.actor': '`token:12`, `workflow:7`, `operator`, `sweep`.',
  'audit_log.action': "An operation's name or a workflow's kind with its outcome: `restartServer`, `server.restart.done`.",
  'operator_alerts.kind': 'A stable word: `deploy_failed`, `workflow_stuck`, `server_crashed`.',
  'idempotency_keys.fingerprint': 'sha256 over method, path and body.',
  'console_tickets.secret_hash': 'sha256 of the secret in the address.',
  'access_tokens.token_hash': 'sha256 of the token; the token itself is shown once and never stored.',
  'access_tokens.hint': 'The first characters, so that people can tell their tokens apart.',
  'plans.bandwidth_tb': 'TB a month; 0 is unmetered.',
  'plans.disk_iops': "Reads and writes a second, of the node's disk; null: no limit.",
  'plans.price': 'Net cents a month.',
  'copies.origin': 'Who asked for it: weekly ones make place for one another.',
  'copies.status_reason': 'A sentence for the customer, when it failed.',
  'copies.server_hostname': 'Of the server as it was.',
  'copies.target': 'Name of the store that has its file; null until a worker has begun to store it.',
  'copies.bytes': 'Of the file.',
  'copies.frozen': "Whether the guest's file systems stood still at its moment; else it is as after a power cut.",
  'copies.kept_until': 'Set when its server has ended.',
  'addons.key': '`backups`, `cpanel` ...',
  'addons.next_backup_at': 'Of `backups`: when the next weekly one is due; null: not planned yet.',
  'copy_rooms.free_bytes': "Free for copies, the operator's reserve taken off; null: as much as anybody wants.",
  'isos.account_id': "null: the operator's, for everybody.",
  'isos.size': 'Bytes, once known.',
  'isos.sha256': 'What it must be, or what it is.',
  'isos.error': 'A sentence for the customer, when it failed.',
  'isos.path': 'On the node, once it is whole.',
  'ledger_accounts.account_id': 'Only for `customer`.',
  'ledger_accounts.balance': "Kept by a trigger from the postings; a customer's can't fall below `-credit_limit`.",
  'ledger_postings.amount':
    'Cents; positive is a credit to that account. The postings of an entry add up to 0 (checked by the database).',
  'nodes.vcpus_total': 'What the machine has, as `up` measures it: cores, and what it can spare of memory and disk.',
  'nodes.vcpus_setting': 'What the operator lets it count as; null: what the machine has.',
  'nodes.vcpus_overcommit': 'How many times that is promised, 0.1 to 20.',
  'nodes.vcpus_offered': 'The product, rounded down: what is sold of it at most. Kept by the database.',
  'nodes.vcpus_used':
    'What its servers hold. It may be more than is offered, when that was made less, but grows no further then.',
  'ip_addresses.account_id': 'Whom it serves now; null while it is free.',
  'ip_addresses.freed_at': 'The longest free one is given out first.',
  'servers.source_copy_id': 'What its first disk is made of, in place of the image.',
  'servers.mac': '`52:54:00:...`, made at deploy.',
  'servers.status_reason': 'Where a sentence for the customer belongs: why the deploy failed.',
  'servers.renew_price': 'Net cents for one billing cycle.',
  'servers.ssh_host': 'Where an SSH client finds the guest: its address, or a forwarded port of the host.',
  'servers.primary_iso_id': 'What is in its drives.',
  'servers.boot_iso': 'Whether its next start boots the primary drive.',
  'servers.rescue_seed': 'What its rescue system was told, while it is in rescue.',
  'servers.seed_version': 'Grows with each seed that the guest shall apply anew.',
  'servers.seed_waits': 'What of the seed the guest takes at its next boot.',
  'servers.holds_capacity': 'Whether capacity of the node is held for it.',
  'server_usage.cpu_seconds': 'Counters of the last look, of which the next takes the difference.',
  'server_usage.cpu_percent': 'Share of its vCPUs in use between the last two looks, 0 to 100.',
  'server_usage.cycle_bytes': 'In and out since the cycle began, over all boots.',
  'server_usage.bucket_at': 'The bucket of 5 minutes that is open, and what was seen in it so far.',
  'server_usage.bucket_seconds': 'Between the looks that fell into it.',
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, text] of Object.entries(TABLES)) {
    await sql`comment on table ${sql.table(table)} is ${sql.lit(text)}`.execute(db);
  }
  for (const [column, text] of Object.entries(COLUMNS)) {
    await sql`comment on column ${sql.ref(column)} is ${sql.lit(text)}`.execute(db);
  }
}
