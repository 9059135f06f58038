/** Replaces a server's disk with a fresh image. */
import type { Image } from '@innkeeper/db/schema';
import { findImage } from '@innkeeper/db/tables/images';
import { findSshKeys } from '@innkeeper/db/tables/ssh-keys';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { defineWorkflow, NonRetryableError, type StepContext } from '../define.ts';
import { bringImage } from '../steps/image-files.ts';
import { endRunning, endUnchanged } from '../steps/power-ends.ts';
import { type NewDisk, replaceDisk } from '../steps/replace-disk.ts';

type Input = InputOf<'server.reinstall'>;

export const serverReinstall = defineWorkflow<Input>({
  kind: 'server.reinstall',
  failureMessage: 'The server could not be reinstalled. Try again, or contact support.',
  steps: replaceDisk<Input>(fetchImage, freshDisk),
  finish: endRunning,
  undone: endUnchanged,
});

async function fetchImage(cx: StepContext<Input>): Promise<undefined> {
  await bringImage(cx, await imageOf(cx));
}

async function freshDisk(cx: StepContext<Input>): Promise<NewDisk> {
  const { passwordHash, sshKeyIds, startupScript, startupScriptKind = 'script' } = cx.input;
  const image = await imageOf(cx);
  // A newer file may have replaced the one of the step `fetch`.
  await bringImage(cx, image);
  const keys = await findSshKeys(cx.db, sshKeyIds);
  const { key, path, format, sha256, reports } = image;
  return {
    source: { from: 'image', image: { key, path, format, sha256, reports } },
    seed: { passwordHash, startupScript, startupScriptKind, sshKeys: keys.map((key) => key.public_key) },
    columns: {
      image_id: image.id,
      root_password_hash: passwordHash,
      startup_script: startupScript,
      startup_script_at: startupScript === null ? null : cx.clock.now(),
      startup_script_kind: startupScriptKind,
      sshKeyIds,
    },
  };
}

async function imageOf({ db, input: { imageId } }: StepContext<Input>): Promise<Image> {
  const image = await findImage(db, imageId);
  if (image) return image;
  throw new NonRetryableError('operator', 'The image no longer exists. Choose another image.', `image ${imageId} has no row`);
}
