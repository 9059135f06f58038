/** A repository of Debian packages with one invented package, `greeting`, whose program of the same name prints hello. */
import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '@innkeeper/engine/host/run';

const CONTROL =
  'Package: greeting\nVersion: 1.0\nArchitecture: all\nMaintainer: nobody <nobody@example.com>\nDescription: says hello\n';

/** Creates a repository for `deb [trusted=yes] http://.../ ./`. */
export async function givenRepository(directory: string): Promise<void> {
  const work = join(directory, 'work');
  await mkdir(join(work, 'DEBIAN'), { recursive: true });
  await mkdir(join(work, 'usr', 'bin'), { recursive: true });
  await writeFile(join(work, 'DEBIAN', 'control'), CONTROL);
  await writeFile(join(work, 'usr', 'bin', 'greeting'), '#!/bin/sh\necho hello from the mirror\n');
  await chmod(join(work, 'usr', 'bin', 'greeting'), 0o755);
  const file = 'greeting_1.0_all.deb';
  await run('dpkg-deb', ['--root-owner-group', '--build', work, join(directory, file)]);
  const content = await readFile(join(directory, file));
  const sha256 = createHash('sha256').update(content).digest('hex');
  const packages = `${CONTROL}Filename: ./${file}\nSize: ${content.length}\nSHA256: ${sha256}\n`;
  await writeFile(join(directory, 'Packages'), packages);
  const sum = createHash('sha256').update(packages).digest('hex');
  await writeFile(
    join(directory, 'Release'),
    `Date: Thu, 01 Jan 2026 00:00:00 UTC\nSHA256:\n ${sum} ${packages.length} Packages\n`,
  );
}
