/** Renders the output of a program as a terminal shows it: lines of coloured text. Pure. */

export type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'grey';

export interface Span {
  text: string;
  colour: Colour | null;
}

interface Cell {
  character: string;
  colour: Colour | null;
}

const COLOURS: Readonly<Record<number, Colour>> = {
  31: 'red',
  32: 'green',
  33: 'yellow',
  34: 'blue',
  35: 'magenta',
  36: 'cyan',
  90: 'grey',
};

/** Matches a control sequence (colour, cursor, erasing), or one character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are controlled by them
const TOKEN = /\u001b\[(\??[\d;]*)([A-Za-z])|([\s\S])/gu;

/** Returns the final lines, without trailing spaces and without trailing empty lines. */
export function renderTerminal(output: string): Span[][] {
  const rows: Cell[][] = [[]];
  let [row, column] = [0, 0];
  let colour: Colour | null = null;
  for (const [, parameters = '', command, character] of output.matchAll(TOKEN)) {
    const count = Number(parameters) || 1;
    if (character === '\n') [row, column] = [row + 1, 0];
    else if (character === '\r') column = 0;
    else if (character !== undefined) {
      const cells = rowAt(row);
      while (cells.length < column) cells.push({ character: ' ', colour: null });
      cells[column] = { character, colour };
      column += 1;
    } else if (command === 'm') colour = colourAfter(parameters, colour);
    else if (command === 'G') column = count - 1;
    else if (command === 'A') row = Math.max(0, row - count);
    else if (command === 'K') rowAt(row).length = parameters === '2' ? 0 : Math.min(rowAt(row).length, column);
  }
  const lines = rows.map(spansOf);
  while (lines.at(-1)?.length === 0) lines.pop();
  return lines;

  function rowAt(index: number): Cell[] {
    while (rows.length <= index) rows.push([]);
    return rows[index] ?? [];
  }
}

function colourAfter(parameters: string, before: Colour | null): Colour | null {
  return parameters.split(';').reduce<Colour | null>((colour, code) => {
    if (code === '' || code === '0' || code === '39') return null;
    return COLOURS[Number(code)] ?? colour;
  }, before);
}

function spansOf(cells: readonly Cell[]): Span[] {
  const spans: Span[] = [];
  for (const { character, colour } of cells) {
    const last = spans.at(-1);
    if (last && last.colour === colour) last.text += character;
    else spans.push({ text: character, colour });
  }
  const end = spans.at(-1);
  if (end) end.text = end.text.trimEnd();
  return spans.filter(({ text }) => text !== '');
}
