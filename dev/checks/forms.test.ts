import { expect, it } from 'vitest';
import { judgeForms } from './forms.ts';

const FORM = `<FormDialog title={texts.add} operation="addSshKey" input={input}>`;
const RULED = `import { fields } from '../../rules/fields/addSshKey.gen.ts';\n${FORM}`;

it.each([
  ['a dialog', FORM],
  ['a call', 'const act = useAct((input: Input, options) => client.addSshKey(input, options));'],
])('names %s whose operation has a body, and whose fields have no rule', (_kind, text) => {
  expect(judgeForms(new Map([['pages/notes/page.tsx', text]]), ['addSshKey'], {})).toEqual([
    expect.stringContaining('console/web/pages/notes/page.tsx sends addSshKey, and no field has its limits.'),
  ]);
});

const judge = (files: Readonly<Record<string, string>>, reasons = {}, formReasons = {}) =>
  judgeForms(new Map(Object.entries(files)), ['addSshKey'], reasons, formReasons);
const IN_NOTES = [expect.stringContaining('console/web/pages/notes/page.tsx sends addSshKey')];

it('names the form without rules beside another form that has them', () => {
  expect(judge({ 'pages/notes/page.tsx': FORM, 'pages/keys/page.tsx': RULED })).toEqual(IN_NOTES);
  // The file has a text field of its own, so the rules of the other file are not enough.
  const beside = `import { KeyDialog } from './dialog.tsx';\n${FORM}<TextField rule="unsent" />`;
  expect(judge({ 'pages/notes/page.tsx': beside, 'pages/notes/dialog.tsx': RULED })).toEqual(IN_NOTES);
});

it('accepts a form whose fields are in a file that it imports, and a hook whose form has rules', () => {
  const fields = `import { fields } from '../../rules/fields/addSshKey.gen.ts';`;
  const withFields = `import { KeyFields } from './fields.tsx';\n${FORM}`;
  expect(judge({ 'pages/notes/page.tsx': withFields, 'pages/notes/fields.tsx': fields })).toEqual([]);
  const hook = 'export const useAdd = () => useAct((input: Input, options) => client.addSshKey(input, options));';
  const user = `import { useAdd } from './use-add.ts';\n${fields}`;
  expect(judge({ 'pages/notes/use-add.ts': hook, 'pages/notes/page.tsx': user })).toEqual([]);
  expect(judge({ 'pages/notes/use-add.ts': hook, 'pages/notes/page.tsx': user.replace(fields, '') })).toHaveLength(1);
});

it('accepts a reason of one form, and names one that is not needed', () => {
  const formReasons = { 'pages/notes/page.tsx': { addSshKey: 'nobody types it' } };
  const keys = { 'pages/keys/page.tsx': RULED };
  expect(judge({ ...keys, 'pages/notes/page.tsx': FORM }, {}, formReasons)).toEqual([]);
  for (const text of [RULED, '']) {
    expect(judge({ ...keys, 'pages/notes/page.tsx': text }, {}, formReasons)).toEqual([
      expect.stringContaining('has a reason for addSshKey in pages/notes/page.tsx, which needs none.'),
    ]);
  }
});

it('accepts a form with rules, an operation without a body, and one with a reason', () => {
  expect(judgeForms(new Map([['pages/notes/page.tsx', RULED]]), ['addSshKey'], {})).toEqual([]);
  expect(judgeForms(new Map([['pages/notes/page.tsx', FORM]]), [], {})).toEqual([]);
  expect(judgeForms(new Map([['pages/notes/page.tsx', FORM]]), ['addSshKey'], { addSshKey: 'nobody types it' })).toEqual([]);
});

it.each([
  ['of a form that has rules', RULED],
  ['of an operation that is not called', ''],
])('names a reason %s', (_kind, text) => {
  expect(judgeForms(new Map([['pages/notes/page.tsx', text]]), ['addSshKey'], { addSshKey: 'nobody types it' })).toEqual([
    expect.stringContaining('has a reason for addSshKey'),
  ]);
});

it('names a text field of the browser, but no choice of a file', () => {
  const judge = (text: string) => judgeForms(new Map([['pages/notes/page.tsx', text]]), [], {});
  expect(judge('<input\n  value={name}\n  onChange={change}\n/>')).toHaveLength(1);
  expect(judge('<textarea value={name} />')).toHaveLength(1);
  expect(judge('<input ref={ref}\n  type="file"\n/>')).toEqual([]);
});
