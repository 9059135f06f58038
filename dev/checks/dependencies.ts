/**
 * Checks the dependencies against committed data.
 *
 * It never queries the registry, so its result does not change from day to day. Newest versions and vulnerabilities are in a dated file,
 * which `npm run release:record` writes.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { judgeDependencies } from '../dependencies/judge.ts';
import { ARCHITECTURES, type LockFile } from '../dependencies/lock.ts';
import { type DependencyRecord, RECORD, REFRESH, readRecord } from '../dependencies/record-file.ts';
import { judgeInstalledNode } from '../node-binary/installed.ts';
import { pinnedNodeVersion } from '../node-binary/packaged.ts';
import { type Check, repositoryFiles, root } from './check.ts';

export const dependencies: Check = {
  name: 'dependencies',
  run: async () => {
    const record = readRecord();
    if (!record) return { problems: [`${RECORD} is not there. Run: ${REFRESH}`] };
    const manifests = await repositoryFiles((path) => /(^|\/)package\.json$/.test(path));
    const [lockFile] = await repositoryFiles((path) => path === 'package-lock.json');
    const lock = JSON.parse(lockFile?.text ?? '{"packages":{}}') as LockFile;
    const architecture = ARCHITECTURES.find((one) => one === process.arch);
    const [installed, bill] = await Promise.all([
      architecture ? judgeInstalledNode(root, pinnedNodeVersion(lock), record.node, architecture) : [],
      tryBillOfMaterials(),
    ]);
    return {
      problems: [...judgeDependencies({ manifests, lock, record }), ...installed, ...bill.problems],
      note: noteOf(record, bill.skipped),
    };
  },
};

/**
 * Lets npm write a bill of materials from the lock file. npm fails if the file contradicts itself. Returns npm's error, or `skipped` if
 * this npm lacks the command, which came with npm 10.
 */
async function tryBillOfMaterials(): Promise<{ problems: string[]; skipped: boolean }> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline', '--loglevel=error'];
  try {
    const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 64e6 });
    return { problems: [], skipped: stdout.startsWith('Unknown command') };
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return { problems: [`npm ${args.join(' ')} failed: ${stderr || message}`], skipped: false };
  }
}

function noteOf({ askedOn, advisories, node }: DependencyRecord, isBillSkipped: boolean): string {
  const uncompared = Object.values(node.binaries).some(({ signedBy }) => signedBy === null);
  return [
    `newest versions of ${askedOn}`,
    advisories ? `advisories of ${advisories.askedOn}` : 'advisories not known yet',
    ...(uncompared ? [`Node ${node.version} not compared with the Node project's yet`] : []),
    ...(isBillSkipped ? ['this npm has no sbom to try'] : []),
  ].join(', ');
}
