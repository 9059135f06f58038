/** Learns that the installation was updated while this page is open. The next page is then loaded as a new document. */

let ownVersion: string | undefined;

/** True if the installation was updated since this page was loaded. */
export let isUpdateDue = false;

/** Compares the version of the installation with the version that this page was loaded from, which the first call names. */
export function compareVersion(version: string): void {
  // biome-ignore lint/suspicious/noAssignInExpressions: each byte counts here, because it belongs to the first load
  if ((ownVersion ??= version) !== version) isUpdateDue = true;
}
