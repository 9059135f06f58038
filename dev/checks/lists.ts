/**
 * Compares lists that exist in two places: rooms and their allowed imports, the checks, the decision records. Such lists diverge unless
 * they are compared.
 */
import { type Check, type RepositoryFile, repositoryFiles } from './check.ts';
import { type Imports, roomTable } from './room-table.ts';

export const lists: Check = {
  name: 'lists',
  run: async () => {
    const files = await repositoryFiles((file) => /\.(md|json)$|^innkeeper$|^dev\/checks\/[a-z]+\.ts$/.test(file));
    return { problems: [...compareRooms(files, roomTable()), ...compareChecks(files), ...compareDecisions(files)] };
  },
};

type Files = readonly RepositoryFile[];

/** Compares the rooms of package.json, tsconfig.json, the command, ARCHITECTURE.md and the import rules. */
export function compareRooms(files: Files, mayImport: Imports): string[] {
  const rooms = Object.keys(mayImport);
  const { workspaces } = JSON.parse(textOf(files, 'package.json')) as { workspaces: string[] };
  const { include } = JSON.parse(textOf(files, 'tsconfig.json')) as { include: string[] };
  const built = /^rooms=\((.*)\)$/m.exec(textOf(files, 'innkeeper'))?.[1]?.split(' ') ?? [];
  const documented = parseImportTable(textOf(files, 'ARCHITECTURE.md'));
  return [
    ...differ('package.json, workspaces', workspaces, rooms),
    // The console's page has a separate TypeScript project with types of browsers.
    ...differ('tsconfig.json, include', [...include.filter((one) => !one.includes('.')), 'console'], rooms),
    ...differ('innkeeper, rooms', [...built, 'lab', 'dev'], rooms),
    ...differ('ARCHITECTURE.md, the table of rooms', Object.keys(documented), rooms),
    ...rooms.flatMap((room) => differ(`ARCHITECTURE.md, what ${room} may import`, documented[room] ?? [], mayImport[room] ?? [])),
  ];
}

/** Compares the table of CONTRIBUTING.md with the checks. */
export function compareChecks(files: Files): string[] {
  const there = files.flatMap(({ path: file, text }) =>
    file.startsWith('dev/checks/')
      ? [...text.matchAll(/^ {2}name: '([a-z]+)',$|\bname: '([a-z]+)', run/gm)].map((m) => m[1] ?? m[2] ?? '')
      : [],
  );
  const section =
    textOf(files, 'CONTRIBUTING.md')
      .split(/^## /m)
      .find((one) => one.startsWith('Checks')) ?? '';
  return differ('CONTRIBUTING.md, the table of checks', firstColumn(section), there);
}

/** Compares the index of decisions with the records. */
export function compareDecisions(files: Files): string[] {
  const folder = 'docs/decisions/';
  const records = files.filter((file) => file.path.startsWith(folder)).map((file) => file.path.slice(folder.length));
  const index = [...textOf(files, `${folder}README.md`).matchAll(/\]\(([a-z0-9-]+\.md)\)/g)].map((match) => match[1] ?? '');
  return differ(
    'docs/decisions/README.md',
    index,
    records.filter((name) => name !== 'README.md'),
  );
}

/** Returns the allowed imports by room, from the table in ARCHITECTURE.md. */
function parseImportTable(architecture: string): Record<string, string[]> {
  const table = architecture.split(/^## /m).find((section) => section.startsWith('Rooms')) ?? '';
  const documented: Record<string, string[]> = {};
  for (const [, room = '', allowed = ''] of table.matchAll(/^\| `([a-z]+)\/` \|.*\| ([^|]+) \|$/gm))
    documented[room] = read(allowed, Object.keys(documented));
  return documented;
}

/** Parses a cell, such as `every room above but jobs, http and console`, `model, db; types of contract`, or `nothing`. */
function read(allowed: string, above: readonly string[]): string[] {
  const [every, but = ''] = allowed.split(' but ');
  if (every?.startsWith('every room')) return above.filter((room) => !but.split(/, | and /).includes(room));
  return allowed
    .split(/[,;] /)
    .filter((one) => one !== 'nothing')
    .map((one) => one.replace('types of ', 'types:').replaceAll('`', ''));
}

function firstColumn(text: string): string[] {
  return [...text.matchAll(/^\| `([a-z]+)` \|/gm)].map((match) => match[1] ?? '');
}

function differ(where: string, documented: readonly string[], there: readonly string[]): string[] {
  const missing = there.filter((one) => !documented.includes(one));
  const surplus = documented.filter((one) => !there.includes(one));
  return [
    ...(missing.length > 0 ? [`${where} lacks ${missing.join(', ')}.`] : []),
    ...(surplus.length > 0 ? [`${where} names ${surplus.join(', ')}, of which nothing else knows.`] : []),
  ];
}

function textOf(files: Files, path: string): string {
  return files.find((file) => file.path === path)?.text ?? '';
}
