import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { confirmTime } from '../restore.ts';

const backup = { name: 'house.age', takenAt: new Date('2026-11-24T03:15:00.750Z') };

function answering(answer: string, isTTY: boolean) {
  const [input, output] = [Object.assign(new PassThrough(), { isTTY }), Object.assign(new PassThrough(), { isTTY })];
  input.write(`${answer}\n`);
  let said = '';
  output.on('data', (chunk) => {
    said += String(chunk);
  });
  return { terminal: { input, output }, said: () => said };
}

test.each([
  ['y', true],
  ['Yes', true],
  ['', false],
  ['n', false],
])('on a terminal the answer %j decides', async (answer, accepted) => {
  const { terminal, said } = answering(answer, true);
  expect(await confirmTime(undefined, terminal)(backup)).toBe(accepted);
  expect(said()).toContain('house.age contains the backup of 2026-11-24T03:15:00Z');
});

test('elsewhere only --taken-at accepts a backup, and asks nothing', async () => {
  const { terminal, said } = answering('y', false);
  expect(await confirmTime(undefined, terminal)(backup)).toBe(false);
  expect(await confirmTime('2026-11-24T03:15:00Z', terminal)(backup)).toBe(true);
  expect(await confirmTime('2026-11-24T04:15:00+01:00', terminal)(backup)).toBe(true);
  expect(await confirmTime('2026-11-24T03:15:01Z', terminal)(backup)).toBe(false);
  expect(said()).toBe('');
  expect(() => confirmTime('yesterday', terminal)).toThrow('--taken-at');
});
