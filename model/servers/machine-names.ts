/** Names of a server's guest and files in the engine. */

/** Returns the engine's name of a server's machine. */
export const machineIdOf = (serverId: number): string => `srv-${serverId}`;

/** Returns the server of a machine, or `undefined` for a foreign machine name. */
export function serverIdOf(machineId: string): number | undefined {
  const match = /^srv-(\d{1,10})$/.exec(machineId);
  return match ? Number(match[1]) : undefined;
}

/** Returns the name of an ISO file in the engine. */
export const isoFileOf = (isoId: number): string => `iso-${isoId}`;

/**
 * Returns a locally administered MAC address: QEMU's prefix 52:54:00 and the server's id. It never changes and is unique for ids below
 * 2^24.
 */
export function macOf(serverId: number): string {
  const hex = (serverId & 0xffffff).toString(16).padStart(6, '0');
  return `52:54:00:${hex.slice(0, 2)}:${hex.slice(2, 4)}:${hex.slice(4, 6)}`;
}
