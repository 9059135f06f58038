/** What kind of work a workflow is, which says how much of it may run at a time. */
import type { WorkflowInputs } from './inputs.ts';

/**
 * - `interactive`: somebody waits at a screen, and it holds a worker for moments: power, access, drives.
 * - `build`: makes or changes a server; its long waits hold no worker.
 * - `copy`: reads or writes whole disks, for minutes to hours.
 * - `download`: fetches from whoever the customer named, as fast as that one likes.
 */
export type Lane = 'interactive' | 'build' | 'copy' | 'download';

const LANES: Readonly<Record<keyof WorkflowInputs, Lane>> = {
  'server.start': 'interactive',
  'server.start-after-crash': 'interactive',
  'server.restart': 'interactive',
  'server.stop': 'interactive',
  'server.power-off': 'interactive',
  'server.set-password': 'interactive',
  'server.set-hostname': 'interactive',
  'server.set-ssh-keys': 'interactive',
  'server.enable-rescue': 'interactive',
  'server.disable-rescue': 'interactive',
  'server.set-media': 'interactive',
  'server.set-link': 'interactive',
  'iso.remove': 'interactive',
  'copy.delete': 'interactive',
  'server.deploy': 'build',
  'server.scale': 'build',
  'server.reinstall': 'build',
  'server.restore': 'copy',
  'server.snapshot': 'copy',
  'server.backup': 'copy',
  'iso.download': 'download',
};

/** Kinds that only tests know are built. */
export function laneOf(kind: string): Lane {
  return Object.hasOwn(LANES, kind) ? LANES[kind as keyof WorkflowInputs] : 'build';
}
