/** The drives of a new server: an ISO to install it from onto an empty disk, and another one beside whatever it is made of. */
import type { Image, Server } from '@innkeeper/db/schema';
import { CUSTOM_IMAGE, findImageByKey } from '@innkeeper/db/tables/images';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { checkTogether, throwAll } from '../refusals.ts';
import { requireReference } from '../resources/references.ts';
import type { Drives } from '../workflows/inputs.ts';
import type { DeployRequest } from './deploy-check.ts';

type DriveRequest = Pick<DeployRequest, 'primaryIsoId' | 'secondaryIsoId' | 'hasPassword' | 'sshKeys' | 'startupScript'>;

/** Throws `validation` with the fields of all that a system which is installed from an ISO never receives. */
export function refuseForIso({ hasPassword, sshKeys, startupScript }: DriveRequest): void {
  const given = { password: hasPassword, ssh_keys: sshKeys.length > 0, startup_script: startupScript !== undefined };
  const fields = Object.entries(given).flatMap(([field, isGiven]) => (isGiven ? [field] : []));
  throwAll(
    fields.map((field) =>
      invalid(field, 'This field has no effect on a system that is installed from an ISO. Remove the field.'),
    ),
  );
}

/** Returns the image of a server that is installed from an ISO. */
export async function imageForIso(cx: MutatingCx): Promise<Image> {
  const image = await findImageByKey(cx.db, CUSTOM_IMAGE);
  if (!image) throw new Failure('internal', { internal: `there is no image ${CUSTOM_IMAGE}` });
  return image;
}

/** Returns what lies in the drives at the first boot. Throws `validation` with the fields of ISOs that can't be used, and `not_yours`. */
export async function drivesFor(cx: MutatingCx, { primaryIsoId, secondaryIsoId }: DriveRequest): Promise<Drives> {
  await checkTogether(
    primaryIsoId !== undefined && requireReference(cx, 'iso', primaryIsoId, 'primary_iso_id'),
    secondaryIsoId !== undefined && requireReference(cx, 'iso', secondaryIsoId, 'secondary_iso_id'),
  );
  return { primary: primaryIsoId ?? null, secondary: secondaryIsoId ?? null, bootIso: primaryIsoId !== undefined };
}

/** The columns of a server that say what is in its drives. */
export function driveColumns(drives: Drives): Pick<Server, 'primary_iso_id' | 'secondary_iso_id' | 'boot_iso'> {
  return { primary_iso_id: drives.primary, secondary_iso_id: drives.secondary, boot_iso: drives.bootIso };
}
