import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { type Home, readSettings } from '@innkeeper/apps/installation/home';
import { parseMirrors } from '@innkeeper/apps/installation/mirrors';
import { operatorCx } from '@innkeeper/apps/installation/operator';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import { registerImage } from '@innkeeper/db/seed/register-image';
import { inTransaction } from '@innkeeper/db/transaction';
import { audit } from '@innkeeper/domain/audit';
import { HttpDownloads } from '@innkeeper/engine/downloads/http';
import { DownloadError } from '@innkeeper/engine/downloads/port';
import { run } from '@innkeeper/engine/host/run';
import { sha256OfFile } from '@innkeeper/engine/host/sha256';
import { draftName, removeStaleDrafts } from '@innkeeper/engine/images/drafts';
import { hours } from '@innkeeper/model/clock';

export interface NewImage {
  key: string;
  name: string;
  /** Key of a group of the catalogue. */
  group: string;
  /** One of the two. */
  file?: string | undefined;
  url?: string | undefined;
  /** Hexadecimal. */
  sha256: string;
  minimumRamGb: number;
  eol: boolean;
  sshKeysSupport: boolean;
}

/** A disk image of a distribution is below 2 GB. */
const MOST_BYTES = 50 * 1024 ** 3;

/** Copies an image to where guests find it, checks it, and puts it on sale. Answers its id. */
export async function registerFromOutside(home: Home, image: NewImage): Promise<number> {
  const folder = path.join(home.engine, 'images', 'registered');
  await mkdir(folder, { recursive: true });
  await removeStaleDrafts(folder);
  const draft = await fetched(home, folder, image);
  try {
    const sha256 = await sha256OfFile(draft);
    if (sha256 !== image.sha256) throw new Refusal(`The file has another checksum: its sha256 is ${sha256}.`);
    const format = await formatOf(draft);
    // Named by its content: an image that servers' disks lie over is never replaced.
    const place = path.join(folder, `${image.key}-${sha256.slice(0, 12)}.${format}`);
    await rename(draft, place);
    return await putOnSale(home, image, place, format);
  } finally {
    await rm(draft, { force: true });
  }
}

async function fetched(home: Home, folder: string, { key, file, url, sha256 }: NewImage): Promise<string> {
  const name = await draftName();
  const draft = path.join(folder, `.${name}-${key}`);
  if (file !== undefined) {
    await copyFile(file, draft).catch((error: Error) => {
      throw new Refusal(`${file} cannot be read: ${error.message}`);
    });
    return draft;
  }
  const mirrors = parseMirrors((await readSettings(home))?.mirrors ?? []);
  const downloads = new HttpDownloads({ directory: folder, mirrors });
  try {
    const order = {
      name,
      url: url ?? '',
      maxBytes: MOST_BYTES,
      limitMs: hours(12),
      sha256,
      signal: new AbortController().signal,
    };
    const { path: there } = await downloads.download(order);
    await rename(there, draft);
    return draft;
  } catch (error) {
    if (error instanceof DownloadError) throw new Refusal(`${error.sentence} A file of this host can be named by --file.`);
    throw error;
  } finally {
    await downloads.remove(name);
  }
}

/** A qcow2 that names files outside of itself would show them to whoever runs it. */
async function formatOf(file: string): Promise<'qcow2' | 'raw'> {
  const info = JSON.parse(await run('qemu-img', ['info', '--output=json', file])) as Record<string, unknown>;
  const data = info['format-specific'] as { data?: Record<string, unknown> } | undefined;
  if (info['backing-filename'] !== undefined || data?.data?.['data-file'] !== undefined) {
    throw new Refusal(
      'The image names another file as a part of it. Flatten it first: qemu-img convert -O qcow2 IMAGE WHOLE.qcow2',
    );
  }
  if (info.format === 'qcow2' || info.format === 'raw') return info.format;
  throw new Refusal(`The image is of the format ${String(info.format)}. It has to be qcow2 or raw: qemu-img convert makes one.`);
}

function putOnSale(home: Home, image: NewImage, place: string, format: 'qcow2' | 'raw'): Promise<number> {
  const { key, name, group, eol, sha256 } = image;
  return withDatabase(home, (db) =>
    inTransaction(db, async (trx) => {
      const groups = await trx.selectFrom('image_groups').select('key').orderBy('position').execute();
      if (!groups.some((one) => one.key === group)) {
        throw new Refusal(`There is no group ${group}. There are: ${groups.map((one) => one.key).join(', ')}.`);
      }
      const row = { minimum_ram_gb: image.minimumRamGb, eol, ssh_keys_support: image.sshKeysSupport, path: place, format };
      const id = await registerImage(trx, { key, name, group, ...row });
      await audit(operatorCx(trx), 'registerImage', { kind: 'image', id }, { key, sha256 });
      return id;
    }),
  );
}
