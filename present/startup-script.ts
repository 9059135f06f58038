import { createHash } from 'node:crypto';
import type { StartupScript } from '@innkeeper/contract/schemas/server';
import type { Server } from '@innkeeper/db/schema';
import { iso } from './time.ts';

type ScriptFields = Pick<Server, 'startup_script' | 'startup_script_at' | 'startup_script_kind' | 'created_at'>;

/** Presents a startup script without its text, which may contain secrets. */
export function presentStartupScript({
  startup_script: text,
  startup_script_at,
  startup_script_kind,
  created_at,
}: ScriptFields): StartupScript | null {
  if (text === null) return null;
  return {
    exists: true,
    type: startup_script_kind,
    preset: 'custom',
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
    updated_at: iso(startup_script_at ?? created_at),
  };
}
