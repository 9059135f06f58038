/** Scans uploaded files with the operator's virus scanner, after they are stored and before a transaction opens for them. */

import { Failure } from '@innkeeper/model/failures';
import { safeFileName } from '@innkeeper/model/support/attachments';
import { fairnessKey, staffFairnessKey } from '@innkeeper/model/support/scanner';
import type { Actor } from '../actor.ts';
import { audit } from '../audit.ts';
import { type Cx, transact } from '../context.ts';
import type { AttachmentFiles, UploadedFile } from '../tickets/files.ts';
import { type Infected, type Scanners, scanFiles } from './scan.ts';

/**
 * Throws `infected_file` by field (`attachments.1`), with an audit line per infected file, or `scanner_unavailable`. The caller deletes the
 * files. `cx` must not be in a transaction.
 */
export async function refuseInfected(
  cx: Cx,
  { files, scanners }: { files: AttachmentFiles; scanners: Scanners },
  sent: readonly UploadedFile[],
  field: string,
): Promise<void> {
  const open =
    ({ key }: UploadedFile) =>
    async () => {
      const content = await files.read(key);
      if (!content) throw new Error(`the file ${key} is gone before it had a row`);
      return content;
    };
  const infected = await scanFiles(cx, { scanners, whose: fairnessKeyOf(cx.actor) }, sent.map(open));
  if (infected.length === 0) return;
  const named = infected.flatMap(({ at, name }) => {
    const file = sent[at];
    return file ? [{ at, found: name, file }] : [];
  });
  await transact(cx, async (within) => {
    for (const { found, file } of named) {
      const { bytes, sha256 } = file;
      await audit(within, 'file.infected', null, { file: safeFileName(file.name), found, bytes, sha256 });
    }
  });
  throw refusalOf(named.map(({ at, found, file }) => [`${field}.${at}`, sentence(file, found)]));
}

const fairnessKeyOf = (actor: Actor): string =>
  actor.kind === 'staff' && actor.accountId === null ? staffFairnessKey(actor.id) : fairnessKey(actor.accountId);

const sentence = (file: UploadedFile, found: Infected['name']): string =>
  `${safeFileName(file.name)} contains a virus (${found}). Remove the file.`;

function refusalOf(errors: [string, string][]): Failure {
  return new Failure('infected_file', { errors: Object.fromEntries(errors.map(([field, said]) => [field, [said]])) });
}
