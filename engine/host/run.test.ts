import { expect, it } from 'vitest';
import { attempt, run } from './run.ts';

it('passes arguments and input to a command unchanged', async () => {
  expect(await run('printf', ['%s', '$(id); `id` "\' *'])).toBe('$(id); `id` "\' *');
  expect(await run('cat', [], { input: 'text' })).toBe('text');
});

it('passes only path and proxy variables of our environment, since some commands run as other users', async () => {
  process.env.INNKEEPER_PROBE_SECRET = 'hunter2';
  try {
    const names = (await run('env', []))
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names).toContain('PATH');
    expect(names).not.toContain('INNKEEPER_PROBE_SECRET');
    expect(await run('env', [], { env: { GIVEN: 'on purpose' } })).toContain('GIVEN=on purpose');
  } finally {
    delete process.env.INNKEEPER_PROBE_SECRET;
  }
});

it('returns exit codes, also of a missing command', async () => {
  expect(await attempt('sh', ['-c', 'echo no >&2; exit 3'])).toEqual({ code: 3, stdout: '', stderr: 'no\n' });
  expect((await attempt('no-such-command', [])).code).toBe(127);
  await expect(run('sh', ['-c', 'echo no >&2; exit 3'])).rejects.toMatchObject({
    kind: 'host',
    message: expect.stringContaining('no'),
  });
});

it('kills a command that hangs or writes too much', async () => {
  await expect(run('sleep', ['60'], { timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' });
  await expect(run('yes', [], { maxBytes: 10_000 })).rejects.toMatchObject({ kind: 'host' });
});
