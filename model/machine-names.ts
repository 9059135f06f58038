/** The names under which the engine knows a server's guest, and back. */

export const machineIdOf = (serverId: number): string => `srv-${serverId}`;

/** The server of a machine, undefined for a name that is not one of ours. */
export function serverIdOf(machineId: string): number | undefined {
  const match = /^srv-(\d{1,10})$/.exec(machineId);
  return match ? Number(match[1]) : undefined;
}

/** Under which name the engine keeps the file of an ISO. */
export const isoFileOf = (isoId: number): string => `iso-${isoId}`;

/** A locally known MAC: QEMU's prefix 52:54:00 and the server's id, so that it never changes and never repeats below 2^24. */
export function macOf(serverId: number): string {
  const hex = (serverId & 0xffffff).toString(16).padStart(6, '0');
  return `52:54:00:${hex.slice(0, 2)}:${hex.slice(2, 4)}:${hex.slice(4, 6)}`;
}
