/** Debian's promtool: that of the host, or extracted from the package `prometheus`, whose installation would start a daemon. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '@innkeeper/apps/installation/home';
import { debianRelease, debianSources, privateApt } from '@innkeeper/engine/host/apt';
import { attempt, run } from '@innkeeper/engine/host/run';

const INSTALLED = '/usr/bin/promtool';
const EXTRACTED = path.join(projectRoot, 'build/promtool');
const LIMIT = { timeoutMs: 300_000 };

/** Returns the path of the program. The first call on a host without it downloads 19 MB. */
export async function findPromtool(): Promise<string> {
  if (existsSync(INSTALLED)) return INSTALLED;
  if (!existsSync(EXTRACTED)) await extract();
  return EXTRACTED;
}

async function extract(): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'innkeeper-promtool-'));
  try {
    const apt = await privateApt(directory, await debianSources((await debianRelease()).codename));
    await run('apt-get', [...apt, '-qq', 'update'], LIMIT);
    await run('apt-get', [...apt, '-qq', 'download', 'prometheus'], { ...LIMIT, cwd: directory });
    const [archive = 'none'] = (await readdir(directory)).filter((name) => name.endsWith('.deb'));
    const root = path.join(directory, 'root');
    await run('dpkg-deb', ['--extract', path.join(directory, archive), root], LIMIT);
    await mkdir(path.dirname(EXTRACTED), { recursive: true });
    // Copies beside the target first, because the temporary directory may be another file system.
    const beside = `${EXTRACTED}.${process.pid}`;
    await run('cp', [path.join(root, 'usr/bin/promtool'), beside]);
    await rename(beside, EXTRACTED);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export interface Verdict {
  code: number | null;
  text: string;
}

/** Runs promtool with a text on its standard input. */
export async function runPromtool(args: readonly string[], input?: string): Promise<Verdict> {
  const { code, stdout, stderr } = await attempt(await findPromtool(), args, { ...LIMIT, ...(input !== undefined && { input }) });
  return { code, text: `${stdout}${stderr}` };
}
