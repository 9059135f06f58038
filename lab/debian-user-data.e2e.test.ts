/**
 * Every kind of user data, read by Debian's own cloud-init from our seed. Runs its handlers without a guest: no script runs, and no URL is
 * fetched. Run it with `npm run test:debian`.
 */

import type { Seed } from '@innkeeper/engine/compute/port';
import { userData } from '@innkeeper/engine/compute/qemu/seed';
import { exampleSpec } from '@innkeeper/engine/compute/spec.example';
import { mimeProblem } from '@innkeeper/model/servers/mime-user-data';
import { normalizeUserData, userDataKind } from '@innkeeper/model/servers/user-data';
import { expect, test, vi } from 'vitest';
import { applyUserData } from './cloud-init/handlers.ts';

vi.setConfig({ testTimeout: 600_000 });

const MIME = `MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="theirs"

--theirs
Content-Type: text/x-shellscript

#!/bin/sh
echo nested
--theirs
Content-Type: text/cloud-config

packages: [htop]
--theirs
Content-Type: text/plain
Content-Transfer-Encoding: base64

${Buffer.from('#cloud-boothook\n#!/bin/sh\necho hook\n').toString('base64')}
--theirs--
`;

/** Returns what cloud-init does with a new guest's seed that contains the text, as the API stores it. */
function applied(text: string | null, change: Partial<Seed> = {}) {
  const startupScript = text === null ? null : normalizeUserData(text);
  const kind = (startupScript === null ? null : userDataKind(startupScript)) ?? 'script';
  const seed = { ...exampleSpec().seed, startupScript, startupScriptKind: kind, ...change };
  return applyUserData(userData({ seed, copied: false }));
}

test.each([
  ['a script', '#!/bin/sh\r\necho a\r\n', { config: { runcmd: [['/var/lib/innkeeper/startup.sh']] } }],
  [
    'a cloud-config, whose lists replace ours',
    '#cloud-config\r\nusers: [{name: ada}]\r\nwrite_files: [{path: /etc/theirs}]\r\n',
    { config: { users: [{ name: 'ada' }], write_files: [{ path: '/etc/theirs' }] } },
  ],
  [
    'a template of a cloud-config',
    '## template: jinja\n#cloud-config\nruncmd: ["{{ v1.local_hostname }}"]\n',
    { config: { runcmd: ['web1'] } },
  ],
  [
    'a template of a script',
    '## template: jinja\n#!/bin/sh\necho {{ v1.local_hostname }}\n',
    { scripts: { 'user-data': '#!/bin/sh\necho web1\n' } },
  ],
  ['a boot hook', '\n#cloud-boothook\n#!/bin/sh\necho a\n', { hooks: [expect.any(String), '#!/bin/sh\necho a\n'] }],
  [
    'a MIME message',
    MIME,
    {
      config: { packages: ['htop'] },
      scripts: { 'part-003': '#!/bin/sh\necho nested' },
      hooks: [expect.any(String), '#!/bin/sh\necho hook\n'],
    },
  ],
  ['a MIME message of one part', 'Content-Type: text/cloud-config\n\npackages: [htop]\n', { config: { packages: ['htop'] } }],
])('%s does what it does elsewhere, and what the guest needs stays', async (_what, text, expected) => {
  const result = await applied(text);
  expect(result).toMatchObject(expected);
  expect(result.config).toMatchObject({ hostname: 'web1', disable_root: false, ssh_authorized_keys: ['ssh-ed25519 AAAA'] });
  expect(result.hooks[0]).toContain('per-boot/innkeeper');
  expect(result.includes).toEqual([]);
});

test('an amended seed has nothing of the customer', async () => {
  const { config, scripts, hooks } = await applied(MIME, { amends: ['password'] });
  expect(config).not.toHaveProperty('packages');
  expect([scripts, hooks.length]).toEqual([{}, 1]);
});

test('an include of a MIME message that cloud-init would fetch is refused before', async () => {
  const including = MIME.replace('text/x-shellscript\n\n#!/bin/sh', 'text/plain\n\n#include');
  expect((await applied(including)).includes).toEqual(['#include\necho nested']);
  expect(mimeProblem(including)).toContain('#include');
});
