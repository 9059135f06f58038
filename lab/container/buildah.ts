/**
 * Builds the container image of a trial with Debian's buildah, which needs neither a daemon nor a registry. All output is below
 * `build/container`. The base is kept for the next run.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '@innkeeper/engine/host/run';

const PROJECT = join(import.meta.dirname, '../..');
const DIRECTORY = join(PROJECT, 'build/container');
const BASE = 'localhost/innkeeper-base';
const IMAGE = 'localhost/innkeeper-trial';
const MINUTES = 60_000;
/** Options of dpkg in the slim base of a release: no manuals, and no flush of each file to the disk. */
const SLIM = [
  'force-unsafe-io',
  'path-exclude=/usr/share/doc/*',
  'path-exclude=/usr/share/man/*',
  'path-exclude=/usr/share/locale/*',
];

/** The part of an image's configuration that Docker acts on. */
export interface ImageConfig {
  User: string;
  Entrypoint: string[];
  Cmd: string[];
  ExposedPorts: Record<string, object>;
  Volumes: Record<string, object>;
  Healthcheck: { Test: string[] };
}

export interface Image {
  config: ImageConfig;
  bytes: number;
  /** Makes a container of the image. Returns the command, without its program, that runs `program` in it with `/data` at `data`. */
  open(data: string): Promise<(program: readonly string[]) => string[]>;
  remove(): Promise<void>;
}

/** Builds the image from the checkout with the Dockerfile of a release, on a base that mmdebstrap makes from Debian's archives. */
export async function buildImage(): Promise<Image> {
  await mkdir(DIRECTORY, { recursive: true });
  const storage = await mkdtemp(join(DIRECTORY, 'storage-'));
  const options = ['--storage-driver', 'vfs', '--root', join(storage, 'root'), '--runroot', join(storage, 'run')];
  const buildah = (...args: string[]): Promise<string> =>
    run('buildah', [...options, ...args], { timeoutMs: 20 * MINUTES, maxBytes: 64 << 20 });
  const build = ['build', '--isolation', 'chroot', '--format', 'docker', '--quiet'];

  await buildah(...build, '--tag', BASE, await baseContext(storage));
  const mounts = (await npmSettings(storage)).flatMap((mount) => ['--volume', mount]);
  await buildah(...build, ...mounts, '--build-arg', `BASE=${BASE}`, '--tag', IMAGE, PROJECT);
  const about = JSON.parse(await buildah('inspect', '--type', 'image', IMAGE)) as { Docker: { config: ImageConfig } };
  const [{ size }] = JSON.parse(await buildah('images', '--json', IMAGE)) as [{ size: string }];
  return {
    config: about.Docker.config,
    bytes: bytesOf(size),
    async open(data) {
      const container = (await buildah('from', IMAGE)).trim();
      // For a volume of the image buildah would mount its own directory over this one.
      await buildah('config', '--volume', '/data-', container);
      return (program) => [...options, 'run', '--isolation', 'chroot', '--volume', `${data}:/data`, container, '--', ...program];
    },
    remove: () => rm(storage, { recursive: true, force: true }),
  };
}

/** Returns a build context whose image is a minimal Debian 13. It replaces the base of a release, which only a registry has. */
async function baseContext(storage: string): Promise<string> {
  const archive = join(DIRECTORY, 'trixie.tar');
  if (!existsSync(archive)) {
    const draft = join(storage, 'trixie.tar');
    const args = ['--variant=minbase', '--quiet', ...SLIM.map((option) => `--dpkgopt=${option}`), 'trixie', draft];
    await run('mmdebstrap', args, { timeoutMs: 10 * MINUTES, maxBytes: 64 << 20 });
    await rename(draft, archive);
  }
  const context = join(storage, 'base');
  await mkdir(context);
  await copyFile(archive, join(context, 'base.tar'));
  await writeFile(join(context, 'Dockerfile'), 'FROM scratch\nADD base.tar /\n');
  return context;
}

/** Returns mounts with which npm in the build uses the registry of this machine and trusts its certificate authorities. */
async function npmSettings(storage: string): Promise<string[]> {
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  const registry = (await run('npm', ['config', 'get', 'registry'])).trim();
  const file = join(storage, 'npmrc');
  await writeFile(file, `registry=${registry}\n${authorities ? 'cafile=/run/authorities.pem\n' : ''}`);
  return [`${file}:/root/.npmrc:ro`, ...(authorities ? [`${authorities}:/run/authorities.pem:ro`] : [])];
}

/** Converts a size such as `391 MB` to bytes. */
function bytesOf(size: string): number {
  const [, figure = '0', unit = 'B'] = /^([\d.]+)\s*(\w+)$/.exec(size) ?? [];
  return Number(figure) * 1000 ** ['B', 'KB', 'MB', 'GB'].indexOf(unit.toUpperCase());
}
