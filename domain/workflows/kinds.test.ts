import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decidePower, type PowerVerb } from '@innkeeper/model/states/server-power';
import { OPERATION_KINDS } from '@innkeeper/model/states/workflow-words.gen';
import { expect, it } from 'vitest';
import { explainInvalidInput, inputOf, isHeldAfterRestore, KINDS, labelOf, laneOf } from './kinds.ts';

const ROOMS = ['db', 'domain', 'workflows', 'jobs', 'operations', 'doctor', 'http', 'cli', 'apps'];

it('every kind has a unique label, except the two ways to move a server and what a move leaves', () => {
  const labels = Object.values(KINDS).map(({ label }) => label);
  expect([...labels, 'other'].sort()).toEqual([...OPERATION_KINDS, 'move', 'move'].sort());
  expect(labelOf('server.power-off')).toBe('power-off');
  expect([labelOf('t.sample'), laneOf('t.sample')]).toEqual(['other', 'build']);
});

it('after a restore, holds kinds that delete data or move money, and unknown kinds', () => {
  const held = ['server.deploy', 'server.terminate', 'copy.delete', 'iso.remove', 'payment.collect', 't.sample'];
  expect(held.filter((kind) => !isHeldAfterRestore(kind))).toEqual([]);
  expect(['server.start', 'server.set-link', 'firewall.apply'].filter(isHeldAfterRestore)).toEqual([]);
});

it('reads the id of the locked resource from its row', () => {
  expect(inputOf('server.set-link', 7, { up: true })).toEqual({ serverId: 7, up: true });
  expect(inputOf('copy.delete', 8, {})).toEqual({ copyId: 8 });
});

it('describes what is wrong with an input, without its values', () => {
  const input = { serverId: 7, hash: '$6$secret', reboot: 'yes', more: 1 };
  expect(explainInvalidInput('server.set-password', input)).toBe('reboot: invalid_type, input: unrecognized_keys');
  expect(explainInvalidInput('server.set-password', { serverId: 7, hash: '$6$secret', reboot: true })).toBeUndefined();
  expect(explainInvalidInput('t.sample', null)).toBeUndefined();
});

it('every power action locks with its own verb as reason', () => {
  const verbs: PowerVerb[] = ['start', 'restart', 'stop', 'power-off'];
  const kinds = { boot: 'server.start', reboot: 'server.restart', shutdown: 'server.stop', cut: 'server.power-off' } as const;
  for (const power of ['booting', 'running', 'unreachable', 'stalled', 'stopped', 'crashed', 'interrupted'] as const)
    for (const verb of verbs) {
      const act = decidePower(power, verb);
      if (act && act !== 'nothing') expect(KINDS[kinds[act]].locks, `${verb} while ${power}`).toContain(verb);
    }
});

it('every kind in a SQL statement exists', () => {
  const named = ROOMS.flatMap(sources).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/kind = '([a-z]+\.[a-z-]+)'/g)].map(([, kind]) => ({ file, kind: kind ?? '' })),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter(({ kind }) => !Object.hasOwn(KINDS, kind))).toEqual([]);
});

function sources(room: string): string[] {
  return readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(room, name));
}
