/** The drives of a new server: an ISO to install from onto an empty disk, and a secondary ISO with any source. */
import type { Image, Server } from '@innkeeper/db/schema';
import { CUSTOM_IMAGE, findImageByKey } from '@innkeeper/db/tables/images';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { checkTogether, throwAll } from '../refusals.ts';
import { requireReference } from '../resources/references.ts';
import type { Drives } from '../workflows/inputs.ts';
import type { DeployRequest } from './deploy-check.ts';

type DriveRequest = Pick<DeployRequest, 'primaryIsoId' | 'secondaryIsoId' | 'hasPassword' | 'sshKeys' | 'startupScript'>;

/** Throws `validation` for all fields that have no effect on a system installed from an ISO. */
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

/**
 * Returns the content of the drives at the first boot. Throws `validation` with the fields of ISOs that cannot be used, and `not_yours`.
 */
export async function drivesFor(cx: MutatingCx, { primaryIsoId, secondaryIsoId }: DriveRequest): Promise<Drives> {
  await checkTogether(
    primaryIsoId !== undefined && requireReference(cx, 'iso', primaryIsoId, 'primary_iso_id'),
    secondaryIsoId !== undefined && requireReference(cx, 'iso', secondaryIsoId, 'secondary_iso_id'),
  );
  return { primary: primaryIsoId ?? null, secondary: secondaryIsoId ?? null, bootIso: primaryIsoId !== undefined };
}

/** Returns the columns of a server for its drives. */
export function driveColumns(drives: Drives): Pick<Server, 'primary_iso_id' | 'secondary_iso_id' | 'boot_iso'> {
  return { primary_iso_id: drives.primary, secondary_iso_id: drives.secondary, boot_iso: drives.bootIso };
}
