/**
 * Stores files of an operator's command, given as paths on the host. They are stored and scanned like those of a form before their rows are
 * inserted.
 */
import { createReadStream, type Stats } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { bodyLimitOf, type FormRules, fileField, formatBytes } from '@innkeeper/contract/body-limits';
import { refuseInfected } from '@innkeeper/domain/scanner/refuse-infected';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import { isNodeError } from '@innkeeper/engine/atomic';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { Failure, invalid } from '@innkeeper/model/failures';
import { typeByName } from '@innkeeper/model/support/attachments';
import type { StaffCx } from '@innkeeper/operations/define.staff';
import type { Installation } from './installation.ts';

type UseCase<Input, Result> = (cx: StaffCx, input: Input, services: { files: readonly UploadedFile[] }) => Promise<Result>;

/**
 * Runs a use case with files. Throws `validation` under their field for a path that is not a file, or for files that are too large or too
 * many. Also throws the errors of the scan.
 */
export function withFiles<Input, Result>(rules: FormRules, use: UseCase<Input, Result>) {
  return async (installation: Installation, input: Input, paths: readonly string[]): Promise<Result> => {
    if (paths.length === 0) return installation.commit((cx) => use(cx, input, { files: [] }));
    const store = installation.attachments();
    const stored: UploadedFile[] = [];
    try {
      await requireWithinLimits(rules, paths);
      for (const one of paths) {
        const name = path.basename(one);
        const file = await store.write(createReadStream(one), new AbortController().signal);
        stored.push({ name, type: typeByName(name), ...file });
      }
      await installation.withoutTransaction((cx) =>
        refuseInfected(cx, { files: store, scanners: openScanners() }, stored, fileField(rules)),
      );
      return await installation.commit((cx) => use(cx, input, { files: stored }));
    } catch (error) {
      // A refused operation has no rows. After any other error its rows may be committed: the sweep deletes files without rows later.
      if (error instanceof Failure) await store.remove(stored.map(({ key }) => key));
      throw error;
    }
  };
}

async function requireWithinLimits(rules: FormRules, paths: readonly string[]): Promise<void> {
  const field = fileField(rules);
  const { max = 0, maxBytes = 0 } = rules.files ?? {};
  if (paths.length > max) throw invalid(field, `Too many files: at most ${max} are allowed.`);
  let sum = 0;
  for (const one of paths) {
    const found = await statIfReadable(one);
    if (!found?.isFile()) throw invalid(field, `${one} is not a readable file.`);
    if (found.size > maxBytes) throw invalid(field, `${one} is too large: a file may have at most ${formatBytes(maxBytes)}.`);
    sum += found.size;
  }
  const all = bodyLimitOf(rules);
  if (sum > all) throw invalid(field, `The files are too large together: at most ${formatBytes(all)} are allowed.`);
}

async function statIfReadable(one: string): Promise<Stats | undefined> {
  try {
    await access(one, constants.R_OK);
    return await stat(one);
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return undefined;
    throw error;
  }
}
