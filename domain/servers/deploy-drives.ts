/** The drives of a new server: an ISO to install it from onto an empty disk, and another one beside whatever it is made of. */
import type { Image, Server } from '@innkeeper/db/schema';
import { CUSTOM_IMAGE, findImageByKey } from '@innkeeper/db/tables/images';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { requireReference } from '../resources/references.ts';
import type { Drives } from '../workflows/inputs.ts';
import type { DeployInput } from './deploy-check.ts';

type Wish = Pick<DeployInput, 'primaryIsoId' | 'secondaryIsoId' | 'passwordHash' | 'sshKeys' | 'startupScript'>;

/**
 * The image of a server that is installed from an ISO. Throws `validation` with the field of what such a system never receives.
 */
export async function imageForIso(cx: MutatingCx, { passwordHash, sshKeys, startupScript }: Wish): Promise<Image> {
  const sentence = 'A system that is installed from an ISO does not receive this.';
  if (passwordHash !== null) throw invalid('password', sentence);
  if (sshKeys.length > 0) throw invalid('ssh_keys', sentence);
  if (startupScript !== undefined) throw invalid('startup_script', sentence);
  const image = await findImageByKey(cx.db, CUSTOM_IMAGE);
  if (!image) throw new Failure('internal', { internal: `there is no image ${CUSTOM_IMAGE}` });
  return image;
}

/** What lies in the drives at the first boot. Throws `validation` under the field of an ISO that can't be used, `not_yours`. */
export async function drivesFor(cx: MutatingCx, { primaryIsoId, secondaryIsoId }: Wish): Promise<Drives> {
  if (primaryIsoId !== undefined) await requireReference(cx, 'iso', primaryIsoId, 'primary_iso_id');
  if (secondaryIsoId !== undefined) await requireReference(cx, 'iso', secondaryIsoId, 'secondary_iso_id');
  return { primary: primaryIsoId ?? null, secondary: secondaryIsoId ?? null, bootIso: primaryIsoId !== undefined };
}

/** The columns of a server that say what is in its drives. */
export function driveColumns(drives: Drives): Pick<Server, 'primary_iso_id' | 'secondary_iso_id' | 'boot_iso'> {
  return { primary_iso_id: drives.primary, secondary_iso_id: drives.secondary, boot_iso: drives.bootIso };
}
