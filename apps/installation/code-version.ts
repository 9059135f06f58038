/** Identifies the code that starts a home. `state.json` repeats the code of the last healthy start. */
import { SCHEMA_DIGEST } from '@innkeeper/db/migrations/digests';
import { BUILD_COMMIT, formatVersion } from '@innkeeper/model/installation/build';
import project from '../package.json' with { type: 'json' };

export interface CodeVersion {
  /** Release of `package.json`. */
  release: string;
  /** Commit of the build, or `null` if it is not known. */
  commit: string | null;
  /** Digest of all migrations. */
  schema: string;
}

/** Returns the version of the code that runs. */
export function currentVersion(): CodeVersion {
  return { release: project.version, commit: BUILD_COMMIT, schema: SCHEMA_DIGEST };
}

/** Returns whether a home was last started by the code that runs, so that its schema is that of this code. */
export function isCurrent(state: Partial<CodeVersion>): boolean {
  const { release, commit, schema } = currentVersion();
  return state.release === release && state.commit === commit && state.schema === schema;
}

/** Returns the version that started a home last, for a sentence, or `null` if it is not known. */
export function lastStartedBy(state: Partial<CodeVersion> | null): string | null {
  return state?.release === undefined ? null : formatVersion(state.release, state.commit ?? null);
}
