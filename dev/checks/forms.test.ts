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
