import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callsToPaste } from '../demo.ts';

const directory = mkdtempSync(join(tmpdir(), 'innkeeper-show-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('the lines can be pasted into a shell, which makes the three intended calls', () => {
  const curl = join(directory, 'curl');
  writeFileSync(
    curl,
    `#!/bin/sh\nprintf '%s\\n' "$@" >>${directory}/calls\necho >>${directory}/calls\necho '{"id":12,"hostname":"first"}'\n`,
  );
  chmodSync(curl, 0o755);
  const lines = callsToPaste({
    url: 'http://127.0.0.1:7080',
    certificate: null,
    token: 'echo ik_secret',
    imageId: 3,
    sshKeyId: 4,
  });
  execFileSync('sh', ['-c', lines.join('\n')], { env: { PATH: `${directory}${delimiter}${process.env.PATH}` } });
  const calls = execFileSync('cat', [join(directory, 'calls')], { encoding: 'utf8' })
    .trim()
    .split('\n\n');
  expect(calls.map((call) => call.split('\n').at(-1))).toEqual([
    'http://127.0.0.1:7080/v1/server-images',
    'http://127.0.0.1:7080/v1/servers',
    'http://127.0.0.1:7080/v1/servers/12',
  ]);
  for (const call of calls) expect(call).toContain('Authorization: Bearer ik_secret');
  const body = calls[1]?.split('\n').find((word) => word.startsWith('{'));
  expect(JSON.parse(body ?? '')).toEqual({ name: 'first', plan: 'nano', image_id: 3, ssh_keys: [4] });
});
