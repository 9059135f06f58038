/** The space of the home, as the supervisor sends it to API and worker over IPC. */
import type { SpaceState } from '@innkeeper/model/installation/space';

export interface HomeSpace {
  readonly state: SpaceState;
  readonly freeBytes: number;
}

/** Message to a process, at its start and after each change of the state. */
export interface SpaceMessage {
  readonly kind: 'space';
  readonly space: HomeSpace;
}

/**
 * Follows the space of the home. Returns a function that returns the present one, or `null` if the supervisor does not watch it, as for a
 * database elsewhere. Call it when the process's first code runs, or the first message is lost.
 */
export function followSpace(messages: Pick<NodeJS.Process, 'on'> = process): () => HomeSpace | null {
  let space: HomeSpace | null = null;
  messages.on('message', (message) => {
    if (isSpaceMessage(message)) ({ space } = message);
  });
  return () => space;
}

function isSpaceMessage(value: unknown): value is SpaceMessage {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'space';
}
