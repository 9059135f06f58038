/** Tests that each attack reaches the limit that it targets, and that honest customers are served. No test measures time. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type MailParser, openMailParser, UnreadableMail } from '@innkeeper/engine/mail-in/parse';
import { handleReceivedMails } from '@innkeeper/jobs/handle-received-mail';
import { MAX_UNREADABLE } from '@innkeeper/model/mail-in/mail';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Chain, openChain } from '../chain.ts';
import { givenNode } from '../given.ts';
import { openBuiltConsole } from '../journeys/console-lab.ts';
import { type MailDoor, openMailDoor } from '../mail-pipe.ts';
import { openOperator } from '../operator.ts';
import { type LabInbox, openLabInbox, PARSER_HERE } from '../received-mail.ts';
import type { AttackerResources } from './attack.ts';
import { ATTACKS } from './attacks/all.ts';
import { runHonestCustomers } from './honest-customers.ts';
import { type AttackSetup, givenAttacker } from './setup.ts';

const lines: { operation?: string; status?: number; ip?: string }[] = [];
let chain: Chain;
let place: Pick<AttackSetup, 'db' | 'imageId' | 'port'>;
let inbox: LabInbox;
let mail: MailDoor;
let received: string;
beforeAll(async () => {
  const log = { info: (line: object) => void lines.push(line), warn: () => {}, error: () => {} };
  const built = await openBuiltConsole();
  const trial = { unknownProxies: { refuses: true, report: async () => {} } };
  chain = await openChain({ ...built.options, ...trial, log, settings: { requestsPerMinute: 200 }, requestsPerAddress: 500 });
  await givenNode(chain.db);
  await chain.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = chain.app.server.address() as AddressInfo;
  const image = await chain.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  place = { db: chain.db, imageId: image.id, port };
  await openOperator(chain).run('setInbox', { address: 'support@shop.example' });
  received = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-received-'));
  inbox = openLabInbox(chain, received, { parser: PARSER });
  mail = await openMailDoor(async (raw, recipient) => void (await inbox.receive(await buffer(raw), recipient)));
});
afterAll(async () => {
  await mail.close();
  await inbox.close();
  await rm(received, { recursive: true });
  await chain.close();
});

/** Reads large mails in a thread, as the API does. Small ones are read here, because a thread for each takes most of a second in tests. */
const THREAD = openMailParser();
const PARSER: MailParser = {
  ...PARSER_HERE,
  read: (raw) =>
    raw.length > 1024 ** 2
      ? THREAD.read(raw)
      : PARSER_HERE.read(raw).catch((cause: unknown) => Promise.reject(new UnreadableMail(String(cause)))),
};

/**
 * Log line that an attack causes: operation and status, or the status alone if it reaches no operation. `answers` stands for the status of
 * an answer.
 */
const MET: Record<string, [string | undefined, number]> = {
  'flood without a token, paths of 15 KB': [undefined, 404],
  'flood of bytes that are no request': [undefined, 400],
  'flood of /readyz': [undefined, 200],
  // The log throttles lines of visitors, so the attacker's answers are counted.
  'flood through a proxy that the trial was not told of': ['answers', 421],
  'flood past the limit of an account': ['listServers', 429],
  'bodies of 104 000 unknown fields, 1 MiB': ['calculateServerScale', 413],
  'bodies of 50 000 nested lists': ['calculateServerScale', 422],
  'If-None-Match of 14 000 commas, over pages of the console': ['answers', 200],
  'the heaviest bodies within the limits': ['addSshKey', 422],
  'expensive reads: metrics of a month, searches, pages of 50': ['getServerMetrics', 200],
  'Host headers of 14 KB, each another, over reads that are cached': ['listServers', 400],
  'passwords to hash': ['enableServerRescue', 200],
  '20 downloads that never end': ['addIso', 201],
  'power buttons of 20 servers, pressed all the time': ['restartServer', 200],
  'flood of pages of the console': ['answers', 429],
  'guesses of a first link': ['answers', 429],
  'streams of events, opened and never read': ['streamEvents', 429],
  'mails that no parser reads': ['answers', 250],
  'mails of 30 MB with many lines': ['answers', 250],
};

it.each(ATTACKS.map((attack, i) => ({ ...attack, i })))('$name', async (attack) => {
  lines.length = 0;
  const { count = 0, ...given } = attack.accounts ?? {};
  const run = async (ms: number) => {
    const accounts: AttackerResources['accounts'][number][] = [];
    for (let i = 0; i < count; i += 1) accounts.push(await givenAttacker(place, given));
    const result = await attack.run({ port: place.port, mailPort: mail.port, address: `127.0.1.${attack.i + 1}`, ms, accounts });
    await handleReceivedMails(inbox.cx);
    return result;
  };
  let { sent, answers } = await run(400);
  expect(sent).toBeGreaterThan(0);
  expect(await attack.check?.(chain.db)).toEqual(attack.check && []);
  const met = MET[attack.name];
  if (!met) return;
  const [where, code] = met;
  const reached = () =>
    where === 'answers'
      ? (answers?.[code] ?? 0) > 0
      : lines.some(({ operation, status }) => (!where || operation === where) && status === code);
  // A busy machine answers few requests in that time, and none before the attacker leaves if each takes longer. Longer attacks with new
  // accounts follow, because work for a client that has left is not repeated for it.
  for (let ms = 400; ms < 15_000 && !reached(); ms *= 2) ({ answers } = await run(ms));
  await vi.waitFor(() => expect(reached()).toBe(true), { timeout: 20_000 });
});

it('unreadable mails of one sender open one alert, wait for a person in part, and are ignored from then on', async () => {
  const outcomes = async (outcome: 'held' | 'ignored') =>
    (
      await chain.db
        .selectFrom('received_mails')
        .select('id')
        .where('why', '=', 'unreadable')
        .where('outcome', '=', outcome)
        .execute()
    ).length;
  const attack = ATTACKS.find(({ name }) => name === 'mails that no parser reads') ?? expect.fail('no such attack');
  for (let ms = 400; ms < 15_000 && (await outcomes('ignored')) === 0; ms *= 2) {
    await attack.run({ port: place.port, mailPort: mail.port, address: '127.0.1.99', ms, accounts: [] });
    await handleReceivedMails(inbox.cx);
  }
  expect(await outcomes('ignored')).toBeGreaterThan(0);
  expect(await outcomes('held')).toBe(MAX_UNREADABLE - 1);
  expect(await attack.check?.(chain.db)).toEqual([]);
});

it('honest customers get replies, over reused and new connections', async () => {
  const { token, servers } = await givenAttacker(place, { funds: 100_00n, servers: 1 });
  const customers = [{ token, serverId: servers[0] as number }];
  const { times, failed } = await runHonestCustomers({ port: place.port, customers, perSecond: 40, ms: 500 });
  expect(times).toHaveLength(20);
  expect(failed).toBe(0);
});
