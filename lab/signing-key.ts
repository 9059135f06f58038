/** A key of a test that signs files as a vendor does. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '@innkeeper/engine/host/run';

export interface SigningKey {
  /** Armored public key. */
  keys: string;
  fingerprint: string;
  /** Signs by SHA-512 unless `hash` names another algorithm. */
  sign(text: string, how: 'detached' | 'inside', hash?: string): Promise<Buffer>;
}

/** Creates a key below `root`. `at` (such as `20190101T000000`) is the time at which it is made and signs. It never ends by default. */
export async function makeSigningKey(
  root: string,
  user: string,
  { at, end = 'never', algorithm = 'ed25519' }: { at?: string; end?: string; algorithm?: string } = {},
): Promise<SigningKey> {
  const home = join(root, user);
  await mkdir(home, { mode: 0o700 });
  const gpg = async (...args: string[]): Promise<string> => {
    const time = at === undefined ? [] : ['--faked-system-time', `${at}!`];
    const common = ['--homedir', home, '--batch', '--yes', '--quiet', '--passphrase', '', ...time];
    const output = await run('gpg', [...common, ...args]);
    // gpg leaves a process that holds the keys.
    await run('gpgconf', ['--homedir', home, '--kill', 'all']);
    return output;
  };
  await gpg('--quick-gen-key', user, algorithm, 'sign', end);
  const listed = await gpg('--with-colons', '--list-keys', user);
  return {
    keys: await gpg('--armor', '--export', user),
    fingerprint: /^fpr:+([0-9A-F]{40}):/m.exec(listed)?.[1] ?? '',
    async sign(text, how, hash = 'SHA512') {
      const file = join(home, 'text');
      await writeFile(file, text);
      const options = ['--digest-algo', hash, '--output', `${file}.signed`];
      await gpg(...options, how === 'detached' ? '--detach-sign' : '--clear-sign', file);
      return readFile(`${file}.signed`);
    },
  };
}
