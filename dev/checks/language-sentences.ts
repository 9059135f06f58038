/** Finds sentences that start with a forbidden word (docs/writing.md), in the texts that language-places.ts lists. */
import ts from 'typescript';
import type { RepositoryFile } from './check.ts';
import { FORBIDDEN_OPENINGS } from './forbidden-openings.ts';
import type { Place, ShownTexts } from './language-places.ts';

/**
 * Forbidden first words in lower case: help texts start in lower case, also after a semicolon. The words "from" and "under" are allowed,
 * because they may start a part of a sentence.
 */
const LOWER_CASE_WORDS = 'what|whatever|who|whose|whom|whoever|that|of|by|as|until|how|why|where|whether';
/** Start of a sentence. Excludes texts that start with a word and a placeholder: `until ${end}` is only a part of a sentence. */
const START = '^(?!\\w+ \uFFFC)|[.!?] |\n';
const OPENING = new RegExp(`(?:${START}|: )(${FORBIDDEN_OPENINGS})\\b|(?:${START}|; )(${LOWER_CASE_WORDS})(?= )`);
/** Matches every source file with a problem. The check parses only matching source files. */
const SUSPECT = new RegExp(`(?:['"\`\n]|[.!?:;] |\\\\n)(?:${FORBIDDEN_OPENINGS}|${LOWER_CASE_WORDS})\\b`);
const NOT_CHECKED = /\.test\.ts$|\.gen\.|\/testing\/|conformance/;

interface Text {
  line: number;
  text: string;
}

/** Returns whether any place includes the file. */
export const isChecked = (path: string, places: readonly Place[]): boolean => places.some((place) => includes(place, path));

/** Returns a problem for each text with a sentence that starts with a forbidden word. */
export function judgeSentences(files: readonly RepositoryFile[], places: readonly Place[]): string[] {
  return files.flatMap((file) => {
    const ofFile = places.filter((place) => includes(place, file.path));
    return ofFile.length === 0 ? [] : problemsOf(file, ofFile);
  });
}

function includes({ files, except }: Place, path: string): boolean {
  return files.test(path) && !except?.test(path) && !NOT_CHECKED.test(path);
}

function problemsOf({ path, text }: RepositoryFile, places: readonly Place[]): string[] {
  if (path.endsWith('.ts') && !SUSPECT.test(text)) return [];
  const problems = new Map<string, string>();
  for (const { name, texts } of places) {
    for (const shown of texts === 'all' ? linesOf(text) : stringsOf(path, text, texts)) {
      const found = OPENING.exec(shown.text);
      const word = found?.[1] ?? found?.[2];
      if (word === undefined || problems.has(`${shown.line} ${word}`)) continue;
      const sentence = `a sentence begins with "${word}" (${name}); begin with its subject or with a verb, see docs/writing.md.`;
      problems.set(`${shown.line} ${word}`, `${path}:${shown.line} ${sentence}`);
    }
  }
  return [...problems.values()];
}

/** Returns the lines of Markdown without markers of lists, tables and headings. */
function linesOf(text: string): Text[] {
  return text.split('\n').map((line, at) => ({ line: at + 1, text: line.replace(/^[\s#>*|-]+/, '').replaceAll('**', '') }));
}

/**
 * Returns the string literals and templates of a source file that a place shows. Each placeholder of a template counts as one character.
 */
function stringsOf(path: string, source: string, texts: Exclude<Place['texts'], 'all'>): Text[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined && isShown(node, text, texts))
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, text });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isShown(node: ts.Node, text: string, texts: Exclude<Place['texts'], 'all'>): boolean {
  if (texts === 'strings') return text.includes(' ') && !isInTemplate(node);
  if (texts === 'sentences') return /^[A-Z\uFFFC].* .*\./s.test(text);
  return isNamed(node, texts);
}

/** Returns whether a placeholder of a template inserts the text, such as `until now` for a period without an end. */
function isInTemplate({ parent }: ts.Node): boolean {
  return ts.isTemplateSpan(parent) || (isChoice(parent) && isInTemplate(parent));
}

/** Returns whether a node may select or join texts: a conditional, binary or parenthesized expression. */
function isChoice(node: ts.Node): boolean {
  return ts.isConditionalExpression(node) || ts.isBinaryExpression(node) || ts.isParenthesizedExpression(node);
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('\uFFFC');
}

/** Returns whether the text is an argument of one of the calls, or the value of one of the fields or constants. */
function isNamed(node: ts.Node, { calls = [], fields = [] }: ShownTexts): boolean {
  const { parent } = node;
  if (isChoice(parent)) return isNamed(parent, { calls, fields });
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent))
    return parent.initializer === node && fields.includes(parent.name.getText());
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== node) return false;
  const called = ts.isPropertyAccessExpression(parent.expression) ? parent.expression.name : parent.expression;
  return calls.includes(called.getText());
}
