/** Stores of the copies of an installation, for the worker and the doctor. */
import type { S3Credentials } from '@innkeeper/engine/copies/s3/client';
import type { Section } from '@innkeeper/model/configuration/keys';
import { copiesSettingsOf } from '@innkeeper/model/configuration/settings';
import type { CopiesSettings } from '@innkeeper/model/settings/settings';

export interface CopyStoreSettings {
  settings: CopiesSettings;
  credentials: S3Credentials | null;
}

export function copyStoreSettingsOf(values: Section<'copies'>): CopyStoreSettings {
  const accessKeyId = values['copies.s3.access_key_id'];
  const secretAccessKey = values['copies.s3.secret_access_key'];
  const credentials = accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey };
  return { settings: copiesSettingsOf(values), credentials };
}
