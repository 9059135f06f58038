/**
 * Refuses texts that must never be committed: private keys and tokens, paths of one person's machine, and names of package registries.
 *
 * The installer of each machine has its own registry. Download addresses in the lock file are refused too, because they pin everybody to
 * one registry.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Check, type RepositoryFile, repositoryFiles, root } from './check.ts';

interface Forbidden {
  what: string;
  pattern: RegExp;
  instead: string;
}

// Written so that this file does not contain the forbidden texts.
const FORBIDDEN: readonly Forbidden[] = [
  {
    what: 'a private key',
    pattern: /-{5}BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-{5}\n/,
    instead: 'Make keys at run time; take the committed one out of use.',
  },
  {
    what: 'a token of a cloud, a payment service or a registry',
    pattern:
      /\b(?:AKIA[0-9A-Z]{16}|[rs]k_live_[0-9A-Za-z]{16,}|gh[pousr]_[0-9A-Za-z]{36}|npm_[0-9A-Za-z]{36}|xox[abp]-[0-9A-Za-z-]{20,})/,
    instead: 'Read it from the environment; take the committed one out of use.',
  },
  {
    what: 'the path of one machine',
    pattern: /(?<![\w.}/-])\/(?:work\/|tmp\/team|Users\/[a-z]|home\/(?!USER\b)[a-z]\w*\/)/,
    instead: 'Work it out from the file itself or from a setting.',
  },
  {
    what: 'the host name of a package registry',
    pattern: /\b(?:registry\.(?:npmjs|yarnpkg)|npm\.pkg\.github|(?:deb|security|snapshot)\.debian)\.(?:org|com)\b/,
    instead: "Leave it to each machine's own settings.",
  },
];

const NOT_TEXT = /\.(png|jpe?g|gif|ico|woff2?|ttf|pdf|gz|xz|zst|qcow2|iso|mmdb)$/;

export const words: Check = {
  name: 'words',
  run: async () => {
    const files = await repositoryFiles((path) => !NOT_TEXT.test(path));
    return { problems: findForbidden(files, [...FORBIDDEN, ...(await ofThisMachine())]) };
  },
};

export function findForbidden(files: readonly RepositoryFile[], forbidden: readonly Forbidden[] = FORBIDDEN): string[] {
  const problems: string[] = [];
  for (const file of files) {
    for (const { what, pattern, instead } of forbidden) {
      const at = file.text.search(pattern);
      if (at >= 0) problems.push(`${file.path}:${lineAt(file.text, at)} names ${what}. ${instead}`);
    }
    const resolved = /(^|\/)package-lock\.json$/.test(file.path) ? file.text.search(/"resolved": "https?:/) : -1;
    if (resolved >= 0) {
      problems.push(
        `${file.path}:${lineAt(file.text, resolved)} has a download address. .npmrc says omit-lockfile-registry-resolved; run npm install again.`,
      );
    }
  }
  return problems;
}

/** Returns the npm registry and the directory of this checkout, which are known only at run time. */
async function ofThisMachine(): Promise<Forbidden[]> {
  const instead = 'It is true on this machine only.';
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], { cwd: root });
  const registry = URL.canParse(stdout.trim()) ? new URL(stdout.trim()).host : '';
  return [
    { what: 'the folder of this checkout', text: `${root}/` },
    { what: 'the package registry of this machine', text: registry },
  ]
    .filter(({ text }) => text.length > 8)
    .map(({ what, text }) => ({ what, pattern: new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')), instead }));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
