import { describe, expect, it } from 'vitest';
import { compareChecks, compareDecisions, compareRooms } from './lists.ts';

const imports = {
  model: [],
  db: ['model'],
  http: ['model', 'types:db', 'db/transaction.ts'],
  console: [],
  lab: ['model', 'http'],
  dev: ['model'],
};
const TABLE = `## Rooms
| room | what is in it | may import |
|---|---|---|
| \`model/\` | rules | nothing |
| \`db/\` | rows | model |
| \`http/\` | the way in | model; types of db, \`db/transaction.ts\` |
| \`console/\` | a page | nothing |
| \`lab/\` | tests | every room above but db and console |
| \`dev/\` | tools | model |
`;
const repository = (changes: Record<string, string> = {}) =>
  Object.entries({
    'package.json': '{"workspaces":["model","db","http","console","lab","dev"]}',
    'tsconfig.json': '{"include":["model","db","http","lab","dev","vitest.config.ts"]}',
    innkeeper: 'rooms=(model db http console)\n',
    'ARCHITECTURE.md': TABLE,
    ...changes,
  }).map(([path, text]) => ({ path, text }));

describe('duplicated lists', () => {
  it('have no problem if all rooms are named everywhere', () => {
    expect(compareRooms(repository(), imports)).toEqual([]);
  });

  it('with a missing or an additional room are reported', () => {
    const without = repository({
      innkeeper: 'rooms=(model db console)\n',
      'package.json': '{"workspaces":["model","db","http","console","lab","dev","attic"]}',
    });
    expect(compareRooms(without, imports)).toEqual([
      'package.json, workspaces names attic, of which nothing else knows.',
      'innkeeper, rooms lacks http.',
    ]);
  });

  it('of allowed imports are compared between the document and the rules', () => {
    expect(compareRooms(repository(), { ...imports, http: ['model'], lab: ['model', 'http', 'db'] })).toEqual([
      'ARCHITECTURE.md, what http may import names types:db, db/transaction.ts, of which nothing else knows.',
      'ARCHITECTURE.md, what lab may import lacks db.',
    ]);
  });

  it('need a line for every check and every decision', () => {
    const files = [
      { path: 'dev/checks/sizes.ts', text: "export const sizes: Check = {\n  name: 'sizes',\n" },
      { path: 'dev/checks/tools.ts', text: "export const types: Check = { name: 'types', run };\n" },
      { path: 'CONTRIBUTING.md', text: '## Checks\n| `sizes` | small |\n| `spelling` | right |\n## Code\n' },
      { path: 'docs/decisions/README.md', text: '- [Bundles](bundles.md)\n' },
      { path: 'docs/decisions/bundles.md', text: '' },
      { path: 'docs/decisions/logs.md', text: '' },
    ];
    expect(compareChecks(files)).toEqual([
      'CONTRIBUTING.md, the table of checks lacks types.',
      'CONTRIBUTING.md, the table of checks names spelling, of which nothing else knows.',
    ]);
    expect(compareDecisions(files)).toEqual(['docs/decisions/README.md lacks logs.md.']);
  });
});
