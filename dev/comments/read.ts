/** Reads the comments of a TypeScript source as text. Works on lines, because parsing all sources takes ten times as long. */

export interface Comment {
  /** Number of its first line, from 1. */
  line: number;
  /** Text without the marks of the comment, its lines joined by spaces. */
  text: string;
  /** `true` for a comment directly above a function or a method. */
  isOfFunction: boolean;
}

const BLOCK_START = /^\s*\/\*\*?(?:\s|$)/;
const LINE = /^\s*(?:\/\/|--)\s(.*)$/;
const AFTER_CODE = /[;,{}()[\]]\s+\/\/\s(.*)$/;
const FUNCTION =
  /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\b|^\s*(?:export\s+)?const\s+\w+(?:\s*:[^=]+)?\s*=\s*(?:async\s*)?(?:<[^>]*>\s*)?(?:\([^)]*\)|\w+)\s*(?::[^=]+)?=>|^\s*(?:export\s+)?const\s+\w+\s*=\s*(?:async\s*)?\($|^\s+(?:static\s+|async\s+|override\s+|private\s+)*#?\w+(?:<[^>]*>)?\(.*\{$/;

/** Returns the comments of a source in their order. */
export function readComments(source: string): Comment[] {
  const lines = source.split('\n');
  const found: Comment[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    const first = i;
    if (BLOCK_START.test(line)) {
      while (i < lines.length - 1 && !lines[i]?.includes('*/')) i += 1;
      const body = lines.slice(first, i + 1).map((one) => one.replace(/^\s*\/?\*+\/?/, '').replace(/\*\/.*$/, ''));
      found.push({ line: first + 1, text: joinLines(body), isOfFunction: FUNCTION.test(lines[i + 1] ?? '') });
    } else if (LINE.test(line)) {
      while (LINE.test(lines[i + 1] ?? '')) i += 1;
      const body = lines.slice(first, i + 1).map((one) => LINE.exec(one)?.[1] ?? '');
      found.push({ line: first + 1, text: joinLines(body), isOfFunction: false });
    } else {
      const text = AFTER_CODE.exec(line)?.[1];
      if (text) found.push({ line: first + 1, text, isOfFunction: false });
    }
  }
  return found;
}

/** Returns the sentences of a comment. A list item and a paragraph begin a sentence of their own. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[A-Z`])|\s+-\s+|\n+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function joinLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .map((line) => (line === '' ? '\n' : line))
    .join(' ')
    .trim();
}
