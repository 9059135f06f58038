import { expect, it } from 'vitest';
import { attempt, run } from './run.ts';

it('gives a command its arguments untouched, and its input', async () => {
  expect(await run('printf', ['%s', '$(id); `id` "\' *'])).toBe('$(id); `id` "\' *');
  expect(await run('cat', [], { input: 'text' })).toBe('text');
});

it('tells commands nothing of our own environment but where to find things, since some run on as other users', async () => {
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

it('tells exit codes, also of a command that is not there', async () => {
  expect(await attempt('sh', ['-c', 'echo no >&2; exit 3'])).toEqual({ code: 3, stdout: '', stderr: 'no\n' });
  expect((await attempt('no-such-command', [])).code).toBe(127);
  await expect(run('sh', ['-c', 'echo no >&2; exit 3'])).rejects.toMatchObject({
    kind: 'host',
    message: expect.stringContaining('no'),
  });
});

it('ends a command that hangs or floods', async () => {
  await expect(run('sleep', ['60'], { timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' });
  await expect(run('yes', [], { maxBytes: 10_000 })).rejects.toMatchObject({ kind: 'host' });
});
