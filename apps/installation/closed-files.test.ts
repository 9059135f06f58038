import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { closeOpenFiles, describeClosed, findOpenFiles } from './closed-files.ts';
import { homeAt, makeHome } from './home.ts';

const root = mkdtempSync(join(tmpdir(), 'innkeeper-closed-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
function put(file: string, mode: number): string {
  writeFileSync(file, '');
  chmodSync(file, mode);
  return file;
}

test('closes configuration, keys, certificates, logs and mail, and keeps the modes of other files', async () => {
  const home = await makeHome(join(root, 'home'));
  for (const directory of [home.mail, home.reports, home.machines, home.sockets])
    mkdirSync(directory, { recursive: true, mode: 0o755 });
  for (const directory of [home.mail, home.reports, home.machines, home.logs]) chmodSync(directory, 0o755);
  chmodSync(home.sockets, 0o710);
  const open = [
    ...[home.configuration, home.state, home.secretKeyFile].map((file) => put(file, 0o644)),
    put(join(home.path, 'demo_ed25519.pub'), 0o664),
    put(join(home.tls, 'cert.pem'), 0o644),
    put(join(home.logs, 'api.log.1'), 0o640),
    put(join(home.reports, 'api-1.json'), 0o604),
    put(join(home.mail, '1.eml'), 0o644),
  ];
  const kept = [
    put(join(home.path, 'db.hba'), 0o640),
    put(join(home.path, 'db.ident'), 0o640),
    put(join(home.machines, 'disk.qcow2'), 0o644),
    put(join(root, 'elsewhere.json'), 0o644),
  ];
  const modes = kept.map(modeOf);
  symlinkSync(join(root, 'elsewhere.json'), join(home.path, 'linked.toml'));
  put(join(home.path, 'own.json'), 0o600);

  const closed = await closeOpenFiles(home);
  expect(closed.map(({ path }) => path).toSorted()).toEqual([...open, home.logs, home.reports, home.mail].toSorted());
  expect(describeClosed(closed)).toContain(`Removed access of other users to ${home.configuration} (its mode was 644)`);
  expect(open.map(modeOf)).toEqual(open.map(() => '600'));
  expect([home.logs, home.reports, home.mail, home.path].map(modeOf)).toEqual(['700', '700', '700', '700']);
  expect(kept.map(modeOf)).toEqual(modes);
  expect([home.machines, home.sockets].map(modeOf)).toEqual(['755', '710']);
  expect(await findOpenFiles(home)).toEqual([]);
});

test('lists nothing for a home that does not exist yet', async () => {
  expect(await closeOpenFiles(homeAt(join(root, 'none')))).toEqual([]);
});
