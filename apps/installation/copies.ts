/**
 * Where an installation keeps its copies: `copies.json` in the home, made by the operator. Without it snapshots and backups
 * lie in the home. For backups on an S3 server:
 *
 *     { "target": "s3", "s3": { "endpoint": "https://s3.example.com", "bucket": "backups", "region": "eu-central-1" } }
 *
 * With `"directory": "/mnt/backups", "shared": true` backups are in a directory that every node has mounted at that path.
 *
 * S3 credentials come from INNKEEPER_S3_ACCESS_KEY_ID and INNKEEPER_S3_SECRET_ACCESS_KEY, or from `credentials` in the file
 * (`accessKeyId`, `secretAccessKey`), which then must be readable by its owner alone.
 */
import { readIfThere } from '@innkeeper/engine/atomic';
import type { S3Credentials } from '@innkeeper/engine/copies/s3/client';
import { type CopiesSettings, defaultSettings } from '@innkeeper/model/settings';
import { z } from 'zod';
import { FatalStart } from '../processes/messages.ts';
import type { Home } from './home.ts';
import { refuseOpenFile } from './operators-file.ts';

const word = z.string().min(1);
const Credentials = z.strictObject({ accessKeyId: word, secretAccessKey: word });
const CopiesFile = z
  .strictObject({
    target: z.enum(['local', 's3']).default('local'),
    directory: z.string().startsWith('/', 'must be an absolute path').nullable().default(null),
    shared: z.boolean().default(false),
    reserveGb: z.int().min(0).default(defaultSettings.copies.reserveGb),
    s3: z
      .strictObject({
        endpoint: z.url({ protocol: /^https?$/ }),
        bucket: z.string().regex(/^[a-z0-9.-]{3,63}$/, 'is no name of a bucket'),
        region: word,
        prefix: z
          .string()
          .regex(/^[A-Za-z0-9/_.-]*$/, 'may have letters, digits and /_.-')
          .default('innkeeper/'),
      })
      .nullable()
      .default(null),
    credentials: Credentials.optional(),
  })
  .refine((file) => !file.shared || file.directory !== null, { path: ['shared'], error: 'needs a directory' })
  .refine((file) => file.target === 'local' || file.s3 !== null, { path: ['s3'], error: 'is missing for the target s3' });

export interface CopyPlaces {
  settings: CopiesSettings;
  credentials: S3Credentials | null;
}

/** Fails with `FatalStart`, naming what is wrong. */
export async function readCopyPlaces(home: Home, env: NodeJS.ProcessEnv): Promise<CopyPlaces> {
  const text = await readIfThere(home.copiesFile);
  if (text === null) return { settings: defaultSettings.copies, credentials: null };
  const { credentials: inFile, ...settings } = parsed(text, home.copiesFile);
  if (inFile) await refuseOpenFile(home.copiesFile);
  const fromEnvironment = Credentials.safeParse({
    accessKeyId: env.INNKEEPER_S3_ACCESS_KEY_ID,
    secretAccessKey: env.INNKEEPER_S3_SECRET_ACCESS_KEY,
  });
  const credentials = fromEnvironment.data ?? inFile ?? null;
  if (settings.s3 && !credentials)
    throw new FatalStart(
      `${home.copiesFile} names an S3 server, but INNKEEPER_S3_ACCESS_KEY_ID and INNKEEPER_S3_SECRET_ACCESS_KEY are missing.`,
    );
  return { settings, credentials };
}

function parsed(text: string, path: string): z.output<typeof CopiesFile> {
  try {
    return CopiesFile.parse(JSON.parse(text));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    const what = issue ? `${issue.path.join('.') || 'its content'}: ${issue.message}` : 'it is not JSON';
    throw new FatalStart(`${path} cannot be used. ${what}`);
  }
}
