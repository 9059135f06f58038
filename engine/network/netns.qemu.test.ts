/** Tests that nft applies all rules or none if this process is killed while passing them. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProgram } from '../../lab/program.ts';
import { run } from '../host/run.ts';
import { Netns } from './netns.ts';

const CHAINS = 600;
/** Far more text than a pipe holds. nft accepts each line on its own, wherever the text ends. */
const MAKER = `
  import { Netns } from './netns.ts';
  const chains = Array.from({ length: ${CHAINS} }, (_, i) => ' '.repeat(600) + 'add chain inet whole c' + i);
  await new Netns(process.argv[2]).nft(['add table inet whole', ...chains, ''].join('\\n'));
`;

const netns = new Netns(`whole-${process.pid}`);
beforeAll(async () => {
  await run('ip', ['netns', 'add', netns.name ?? '']);
});
afterAll(async () => {
  await run('ip', ['netns', 'delete', netns.name ?? '']);
});

const inside = async () => (await run('ip', ['netns', 'pids', netns.name ?? ''])).trim();

it('applies all rules of a script or none if the calling process is killed', async () => {
  for (let death = 0; death < 5; death += 1) {
    const maker = startProgram(MAKER, import.meta.dirname, [netns.name ?? '']);
    const died = once(maker, 'exit');
    while (maker.exitCode === null && (await inside()) === '');
    await sleep(death * 10);
    maker.kill('SIGKILL');
    await died;
    await expect.poll(inside, { timeout: 60_000 }).toBe('');
    const { code, stdout } = await netns.attempt('nft', ['list', 'chains', 'inet'], { maxBytes: 64 << 20 });
    expect(code).toBe(0);
    expect([0, CHAINS]).toContain(stdout.match(/chain c/g)?.length ?? 0);
    await netns.attempt('nft', ['flush', 'ruleset']);
  }
});
