/** The customer's user data in a seed. */
import type { Seed } from './port.ts';

/** Returns the script, which each image can run. Returns `null` for data that only cloud-init can use. */
export const scriptOf = ({ startupScript, startupScriptKind = 'script' }: Seed): string | null =>
  startupScriptKind === 'script' ? startupScript : null;

/** Returns the data for cloud-init, or `null`. An existing guest gets none, because cloud-init would apply the data again. */
export const cloudInitDataOf = ({ startupScript, startupScriptKind = 'script', amends }: Seed): string | null =>
  startupScriptKind === 'script' || amends !== undefined ? null : startupScript;
