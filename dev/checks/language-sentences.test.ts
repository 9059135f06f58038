import { describe, expect, it } from 'vitest';
import { PLACES, type Place } from './language-places.ts';
import { isChecked, judgeSentences } from './language-sentences.ts';

const judge = (path: string, text: string, places: readonly Place[] = PLACES) => judgeSentences([{ path, text }], places);

describe('a shown sentence with a forbidden beginning', () => {
  it.each([
    ['a message', 'operations/a.ts', "throw invalid('a', 'Whoever asked has no account.');", 'Whoever'],
    ['a later sentence', 'domain/a.ts', "\nconst said = 'It is late. Of it 3 are left.';", 'Of'],
    ['the words after a colon', 'http/a.ts', "const said = 'Refused: Who asks is unknown.';", 'Who'],
    ['a template', 'model/a.ts', 'const said = `${name} is gone. Until then wait for ${other}.`;', 'Until'],
    ['a field of the API', 'contract/schemas/a.ts', "const a = z.string().describe('Whether it is paid');", 'Whether'],
    ['an example with its description', 'contract/schemas/a.ts', "const a = about('What it costs', 4);", 'What'],
    ['a choice between summaries', 'contract/operations/a.ts', "const a = { summary: b ? 'Lists a' : 'Where to go' };", 'Where'],
    ['a status reason', 'workflows/a.ts', "const a = { failureMessage: 'What failed' };", 'What'],
    ['a help text', 'cli/a.ts', "const summary = 'what waits for a person';", 'what'],
    ['a help text after a semicolon', 'contract/operator/a.ts', "const a = 'remove a pool; who had it is kept';", 'who'],
    ['a later line', 'doctor/a.ts', 'const a = `${b} pools.\nWhere they are is unknown.`;', 'Where'],
    ['a text of the configuration', 'model/configuration/a.ts', "const a = key('Of a mail to support');", 'Of'],
    ['a mail', 'model/mail/texts.ts', "const a = 'It is done. Who asked is told.';", 'Who'],
    ['the console', 'console/web/shared/a-texts.ts', "const texts = { a: 'It failed. What was done stays.' };", 'What'],
    ['an alert', 'jobs/a.ts', "await alertOnce(db, { kind: 'a', message: b ? 'Who is gone' : 'It is gone' });", 'Who'],
    ['the constant of an alert', 'domain/a.ts', "const MESSAGE = 'Whose it is';", 'Whose'],
    ['a list of the introduction', 'contract/description.md', 'Text\n- Whose it is\n', 'Whose'],
  ])('is refused in %s', (_where, path, text, word) => {
    expect(judge(path, text)).toEqual([
      expect.stringMatching(`^${path}:\\d+ a sentence begins with "${word}" .* docs/writing.md.$`),
    ]);
  });

  it('is reported once, with its line', () => {
    const places: Place[] = ['one', 'two'].map((name) => ({ name, files: /^cli\//, texts: { fields: ['help'] } }));
    expect(judge('cli/a.ts', "const a = {\n  help: 'What to list',\n};", places)).toEqual([
      expect.stringContaining('cli/a.ts:2 '),
    ]);
  });
});

describe('other text', () => {
  it.each([
    ['a sentence with its subject first', 'operations/a.ts', "const said = 'The server that runs is busy. Stop it.';"],
    ['a comment', 'operations/a.ts', '// What is done. Of it nothing is left.'],
    ['a word that is no sentence', 'domain/a.ts', "const role = 'Who';"],
    ['a field that is not shown', 'contract/schemas/a.ts', "const a = { id: 'What' };"],
    ['a help text of one word', 'cli/a.ts', "const key = 'by'; const other = 'As';"],
    ['a word that only begins like one', 'cli/a.ts', "const text = 'Whoa, asynchronous offers howl';"],
    [
      'parts of a sentence',
      'cli/a.ts',
      "const text = ` of ${name}`; const end = `until ${time}`; say(`from ${a ? 'as ever' : b}`);",
    ],
    ['a label of the console', 'console/web/pages/a/texts.ts', "const texts = { from: 'From', next: 'What happens next' };"],
    ['a text that is no alert', 'jobs/a.ts', "const other = 'Who is gone';"],
    ['a shell script', 'apps/a.sh', "say 'Whose it is'"],
    ['a golden file', 'cli/golden-staff.ts', "const text = 'Whose it is';"],
    ['a test', 'operations/a.test.ts', "const said = 'What is done is done.';"],
    ['a file of no place', 'dev/a.ts', "const said = 'What is done is done.';"],
  ])('is accepted: %s', (_what, path, text) => {
    expect(judge(path, text)).toEqual([]);
  });

  it('of a path that a place excludes is not checked', () => {
    const places: Place[] = [{ name: 'all', files: /^model\//, except: /^model\/mail\//, texts: 'sentences' }];
    expect([isChecked('model/a.ts', places), isChecked('model/mail/a.ts', places)]).toEqual([true, false]);
  });
});
