/** A home that is made without a demo account, and a trial that its operator ends. */
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { homeAt } from './installation/home.ts';
import { readRunning } from './installation/running.ts';
import { commandFor, type Innkeeper } from './testing/command.ts';
import { freePort } from './testing/free-port.ts';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-plain-')));
const homes = { without: homeAt(join(directory, 'without')), trial: homeAt(join(directory, 'trial')) };
const [without, trial] = [commandFor(homes.without.path), commandFor(homes.trial.path)];
afterAll(async () => {
  await Promise.all([without('down'), trial('down')]);
  rmSync(directory, { recursive: true, force: true });
});

async function up(innkeeper: Innkeeper, ...options: string[]): Promise<string> {
  const done = await innkeeper('up', '--engine', 'simulated', '--port', String(await freePort()), '--detach', ...options);
  expect(done.code, done.stderr).toBe(0);
  return done.stdout;
}

const accountsOf = async (innkeeper: Innkeeper): Promise<unknown[]> =>
  (JSON.parse((await innkeeper('account', 'list', '--json')).stdout) as { data: unknown[] }).data;

/** Status of a request that a proxy forwards. */
async function statusBehindProxy(home: (typeof homes)['trial']): Promise<number> {
  const { url } = (await readRunning(home)) ?? { url: '' };
  return (await fetch(`${url}/v1/countries`, { headers: { 'x-forwarded-for': '203.0.113.5' } })).status;
}

test('--no-demo creates no account, token or key, and is remembered', async () => {
  for (const options of [['--no-demo'], [], ['--no-demo']]) {
    expect(await up(without, ...options)).not.toMatch(/demo|trial|ik_\w{10}/i);
    expect(await accountsOf(without)).toEqual([]);
    expect(readdirSync(homes.without.path).filter((name) => name.startsWith('demo'))).toEqual([]);
    // Without a trial, links have no page to lead to.
    expect((await readRunning(homes.without))?.hasDemoAccount).toBe(false);
    expect(await statusBehindProxy(homes.without)).toBe(200);
    const refused = await without('demo');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('This home has no demo account')]);
    await without('down');
  }
});

test('a trial says so at each start with how to leave it, and no longer after that was done', async () => {
  for (const start of [1, 2]) {
    expect(await up(trial)).toMatch(/This is a trial\. End it with: \.\/innkeeper account suspend .*demo@innkeeper\.example/);
    expect((await readRunning(homes.trial))?.hasDemoAccount).toBe(true);
    // Clients of a proxy that was not named would pay with the sandbox.
    expect(await statusBehindProxy(homes.trial)).toBe(421);
    if (start === 1) await trial('down');
  }
  expect(await accountsOf(trial)).toHaveLength(1);
  expect((await trial('account', 'suspend', 'demo@innkeeper.example', '--reason', 'The trial is over.')).code).toBe(0);
  await trial('down');
  const late = await trial('up', '--engine', 'simulated', '--detach', '--no-demo');
  expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('--no-demo is only for the first start')]);
  expect(await up(trial)).not.toMatch(/This is a trial|Demo account/);
  expect((await readRunning(homes.trial))?.hasDemoAccount).toBe(false);
});
