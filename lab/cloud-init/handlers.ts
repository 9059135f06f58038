/** Debian's cloud-init, extracted from its packages: reads user data as a guest does. Its installation would set up this host. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '@innkeeper/apps/installation/home';
import { debianRelease, debianSources, privateApt } from '@innkeeper/engine/host/apt';
import { run } from '@innkeeper/engine/host/run';

const MODULES = 'usr/lib/python3/dist-packages';
/** cloud-init and the Python modules that it imports. */
const PACKAGES = [
  ...['cloud-init', 'python3-attr', 'python3-certifi', 'python3-chardet', 'python3-configobj', 'python3-idna', 'python3-jinja2'],
  ...['python3-json-pointer', 'python3-jsonpatch', 'python3-jsonschema', 'python3-markupsafe', 'python3-oauthlib'],
  ...['python3-pyrsistent', 'python3-requests', 'python3-serial', 'python3-six', 'python3-urllib3', 'python3-yaml'],
];
const LIMIT = { timeoutMs: 300_000 };

/** Everything that cloud-init would apply at the first boot. */
interface AppliedData {
  /** Merged cloud-config. */
  config: Record<string, unknown>;
  /** Scripts that run once, by name. */
  scripts: Record<string, string>;
  /** Scripts that run at each boot before any cloud-config, in order. */
  hooks: string[];
  /** Lists of URLs that cloud-init would fetch. */
  includes: string[];
}

/** Returns what cloud-init does with user data. Runs no script and fetches no URL. The first call downloads 4 MB. */
export async function applyUserData(userData: string): Promise<AppliedData> {
  const root = await extractPackages();
  const directory = await mkdtemp(path.join(tmpdir(), 'innkeeper-cloud-init-'));
  try {
    const script = path.join(import.meta.dirname, 'read-user-data.py');
    const applied = await run('/usr/bin/python3', [script, path.join(root, MODULES), directory], { ...LIMIT, input: userData });
    return JSON.parse(applied) as AppliedData;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Returns the directory of the packages for this host's Debian. */
async function extractPackages(): Promise<string> {
  const { codename } = await debianRelease();
  const kept = path.join(projectRoot, 'build', `cloud-init-${codename}`);
  if (existsSync(kept)) return kept;
  const directory = await mkdtemp(path.join(tmpdir(), 'innkeeper-cloud-init-'));
  try {
    const apt = await privateApt(directory, await debianSources(codename));
    await run('apt-get', [...apt, '-qq', 'update'], LIMIT);
    await run('apt-get', [...apt, '-qq', 'download', ...PACKAGES], { ...LIMIT, cwd: directory });
    // Beside the target, because the temporary directory may be another file system.
    const beside = `${kept}.${process.pid}`;
    await mkdir(beside, { recursive: true });
    for (const name of (await readdir(directory)).filter((one) => one.endsWith('.deb')))
      await run('dpkg-deb', ['--extract', path.join(directory, name), beside], LIMIT);
    await rename(beside, kept);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  return kept;
}
