import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from '@innkeeper/engine/host/run';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../installation/home.ts';
import { formatGuestsUnit, formatInnkeeperUnit, GUESTS_UNIT, hasSameSettings, homeOfUnit, INNKEEPER_UNIT } from './units.ts';

const facts = { node: process.execPath, checkout: projectRoot, home: '/var/lib/innkeeper', furtherNode: null };
/** Directives that create a mount namespace. Guests would lose their network when the unit ends. */
const MOUNT_NAMESPACE =
  /^(Private(Tmp|Devices|Mounts|Users)|Protect\w+|Read(Only|Write)Paths|InaccessiblePaths|BindPaths|BindReadOnlyPaths|TemporaryFileSystem|RootDirectory|DynamicUser|MountAPIVFS)=/m;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-units-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function verify(units: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(units)) await writeFile(join(directory, name), text);
  const files = Object.keys(units).map((name) => join(directory, name));
  const { code, stderr } = await attempt('systemd-analyze', ['verify', '--man=no', ...files]);
  return code === 0 ? stderr : `exit ${code}: ${stderr}`;
}

test("systemd accepts both units, also with special characters in the home's path", async () => {
  for (const home of ['/var/lib/innkeeper', '/srv/a b/100%$X"\\ü'])
    expect(
      await verify({
        [INNKEEPER_UNIT]: formatInnkeeperUnit({ ...facts, home }),
        [GUESTS_UNIT]: formatGuestsUnit({ ...facts, home }),
      }),
    ).toBe('');
});

test('systemd finds the program of a checkout with a space, a percent sign and a dollar sign in its path', async () => {
  const checkout = join(directory, 'a b%c$d');
  await mkdir(checkout);
  await symlink(process.execPath, join(checkout, 'node'));
  const odd = { ...facts, checkout, node: join(checkout, 'node') };
  expect(await verify({ [INNKEEPER_UNIT]: formatInnkeeperUnit(odd), [GUESTS_UNIT]: formatGuestsUnit(odd) })).toBe('');
});

test('the check refuses a program that does not exist', async () => {
  const missing = formatInnkeeperUnit({ ...facts, node: '/nonexistent/node' });
  expect(await verify({ [INNKEEPER_UNIT]: missing, [GUESTS_UNIT]: formatGuestsUnit(facts) })).toContain('/nonexistent/node');
});

test('the Innkeeper unit runs unattended, and does not restart after an intended stop', () => {
  const text = formatInnkeeperUnit(facts);
  expect(text).toContain(
    `\nExecStart=${process.execPath} --enable-source-maps ${projectRoot}/build/innkeeper.mjs up --unattended --home /var/lib/innkeeper\n`,
  );
  for (const line of ['Type=exec', 'Restart=on-failure', 'RestartSec=1', 'TimeoutStopSec=120', 'KillMode=mixed'])
    expect(text.split('\n')).toContain(line);
});

test("the unit of a further node runs the node's worker unattended", async () => {
  const text = formatInnkeeperUnit({ ...facts, furtherNode: 'b' });
  expect(text).toContain('/build/innkeeper.mjs worker --node b --unattended --home /var/lib/innkeeper\n');
  expect(homeOfUnit(text)).toBe('/var/lib/innkeeper');
  expect(hasSameSettings(text, formatInnkeeperUnit(facts))).toBe(false);
  expect(await verify({ [INNKEEPER_UNIT]: text, [GUESTS_UNIT]: formatGuestsUnit(facts) })).toBe('');
});

test('units of other places are the same, and one without a directive of this release is not', () => {
  const text = formatInnkeeperUnit(facts);
  expect(hasSameSettings(formatInnkeeperUnit({ ...facts, node: '/x', checkout: '/y', home: '/z' }), text)).toBe(true);
  expect(hasSameSettings(text.replace(/^RestartPrevent.*\n/m, ''), text)).toBe(false);
});

test("the guests' unit stops after Innkeeper, and shuts guests down", () => {
  const text = formatGuestsUnit(facts);
  for (const line of ['Type=oneshot', 'RemainAfterExit=yes', `Before=${INNKEEPER_UNIT}`])
    expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/^ExecStop=.* guests shutdown --host --home \/var\/lib\/innkeeper$/m);
  expect(text).not.toContain('ExecStart=');
});

test('no directive creates a mount namespace', () => {
  for (const text of [formatInnkeeperUnit(facts), formatGuestsUnit(facts)]) expect(text).not.toMatch(MOUNT_NAMESPACE);
});

test('escapes special characters of systemd', () => {
  const text = formatInnkeeperUnit({ ...facts, home: '/srv/a b/100%$X"\\' });
  expect(text).toMatch(/--home "\/srv\/a b\/100%%\$\$X\\"\\\\"$/m);
  expect(text).toMatch(/^RequiresMountsFor=.* "\/srv\/a b\/100%%\$X\\"\\\\"$/m);
});

test('a unit names its home', () => {
  expect(homeOfUnit(formatInnkeeperUnit(facts))).toBe('/var/lib/innkeeper');
  expect(homeOfUnit(formatGuestsUnit(facts))).toBe('/var/lib/innkeeper');
  expect(homeOfUnit('[Service]\nExecStart=/bin/true\n')).toBeUndefined();
});

test('systemd does not repeat a failed upgrade', () => {
  for (const unit of [formatInnkeeperUnit(facts), formatGuestsUnit(facts)])
    expect(unit).toMatch(/^RestartPreventExitStatus=78$/m);
});
