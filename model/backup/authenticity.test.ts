import { expect, test } from 'vitest';
import { checkManifest, formatMacKey, refuseForged, signManifest, takeMacKeys } from './authenticity.ts';

const [KEY, OTHER] = [formatMacKey(Buffer.alloc(32, 7)), formatMacKey(Buffer.alloc(32, 8))];
const SIGNED = signManifest('{"release":"1.2.0","taken_at":"2026-11-24T03:15:00.750Z"}', KEY);

test('a signed manifest is JSON, and genuine by its key alone', () => {
  expect(JSON.parse(SIGNED)).toEqual({
    ...{ release: '1.2.0', taken_at: '2026-11-24T03:15:00.750Z' },
    mac: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(checkManifest(SIGNED, [OTHER, KEY])).toBe('genuine');
  expect(checkManifest(SIGNED, [OTHER])).toBe('other-key');
  expect(checkManifest(SIGNED, [])).toBe('no-key');
});

test.each([
  ['another release', SIGNED.replace('1.2.0', '1.2.1'), 'other-key'],
  ['a further field', SIGNED.replace('{', '{"outside":[],'), 'other-key'],
  ['another code', SIGNED.replace(/[0-9a-f]{64}/, 'ab'.repeat(32)), 'other-key'],
  ['a field after the code', SIGNED.replace('"}\n', '","x":1}\n'), 'no-mac'],
  ['text after the end', `${SIGNED}{}`, 'no-mac'],
  ['no code', '{"release":"1.2.0"}\n', 'no-mac'],
  ['a code that is too short', SIGNED.replace(/[0-9a-f]{64}/, 'ab'), 'no-mac'],
])('is not genuine with %s', (_what, text, found) => expect(checkManifest(text, [KEY])).toBe(found));

test('finds authentication keys in comments and lines, and leaves the other keys', () => {
  const text = `# public key: age1x\n# authentication key: ${KEY}\n${OTHER}\nAGE-SECRET-KEY-1X\n`;
  expect(takeMacKeys(text)).toEqual({
    keys: [KEY, OTHER],
    rest: '# public key: age1x\n# authentication key: \n\nAGE-SECRET-KEY-1X\n',
  });
  expect(takeMacKeys(KEY.slice(0, -1)).keys).toEqual([]);
});

const takenAt = new Date('2026-11-24T03:15:00Z');
const [before, after] = [new Date('2026-11-24T03:15:01Z'), new Date('2026-11-24T03:15:00Z')];

test.each([
  ['genuine', false, null, null],
  ['no-mac', false, null, '--unsigned'],
  ['no-key', false, null, 'INNKEEPER-MAC-1'],
  ['other-key', false, null, 'another key'],
  ['no-mac', true, null, null],
  ['no-key', true, null, null],
  ['other-key', true, null, 'another key'],
  ['no-mac', false, before, null],
  ['other-key', false, before, null],
  ['no-mac', false, after, '--unsigned'],
] as const)('a backup that is %s, with --unsigned %s and codes since %s', (found, acceptsUnsigned, since, reason) => {
  const refused = refuseForged(found, takenAt, { acceptsUnsigned, acceptsOtherKey: false, since });
  if (reason === null) expect(refused).toBeNull();
  else expect(refused).toContain(reason);
});

test('a backup of another key is accepted by --unsigned if the person gave no key', () => {
  expect(refuseForged('other-key', takenAt, { acceptsUnsigned: true, acceptsOtherKey: true, since: null })).toBeNull();
});
