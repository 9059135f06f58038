/** Checks that an image fits a server and its user data. Every failure names its field. */
import type { Image } from '@innkeeper/db/schema';
import { invalid } from '@innkeeper/model/failures';
import { type GivenSize, lackFor } from '@innkeeper/model/images/needs';
import { type UserDataKind, userDataKind } from '@innkeeper/model/servers/user-data';

interface Size extends GivenSize {
  /** Sentence with the way out. */
  advice: string;
}

/** Throws `validation` under `field` if memory or disk are too small for the image. */
export function requireImageFits(image: Image, size: Size, field: string): void {
  const lack = lackFor({ name: image.name, minimumRamGb: image.minimum_ram_gb, minimumDiskGb: image.minimum_disk_gb }, size);
  if (lack !== undefined) throw invalid(field, `${lack} ${size.advice}`);
}

/** Returns the kind of the user data. Throws `validation` if the image cannot use the kind. Text is `undefined` if there is none. */
export function requireUsableData(image: Pick<Image, 'name' | 'user_data'>, text: string | undefined): UserDataKind {
  const kind = (text === undefined ? null : userDataKind(text)) ?? 'script';
  if (kind === 'script' || image.user_data === 'cloud-init') return kind;
  throw invalid(
    'startup_script',
    `${image.name} runs scripts only, such as one that starts with #!/bin/sh. For other user data choose an image with cloud-init.`,
  );
}
