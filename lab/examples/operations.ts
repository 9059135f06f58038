import type { Chain } from '../chain.ts';
import type { GivenAccount } from '../given.ts';
import type { Recorder } from './recorder.ts';

/** Records the operations of the first server, of which one has ended, and the list of unfinished ones. */
export async function recordOperations({ call, keep }: Recorder, chain: Chain, owner: GivenAccount): Promise<void> {
  const { data } = await call('listServerOperations', { params: { id: 1 } });
  const ended = await call('getOperation', { params: { id: data[0].id } });
  // On the simulated engine an operation ends before it can be listed.
  const { links, meta } = (await chain.call('listOperations', {}, owner)).body;
  const planned = ended.planned.map((step: object, at: number) => ({ ...step, usual_ms: [200, 1_500, 9_000][at] ?? null }));
  const running = { ...ended, state: 'running', percent: null, finished_at: null, steps: ended.steps.slice(0, 1), planned };
  keep('listOperations', { reply: { data: [running], links, meta: { ...meta, from: 1, to: 1, total: 1 } } });
}
