/** Reads and renders the recorded figures, `dev/comments/figures.gen.json`. */
import { readFile } from 'node:fs/promises';
import { countByRoom, type Figures, lowerFigures } from './figures.ts';
import { findPlaces } from './sources.ts';

export const RECORDED_FILE = 'dev/comments/figures.gen.json';

/** Returns the recorded figures by room, or none if nothing was recorded yet. */
export async function readRecorded(): Promise<Record<string, Figures>> {
  const text = await readFile(RECORDED_FILE, 'utf8').catch(() => '{}');
  return JSON.parse(text) as Record<string, Figures>;
}

/** Returns the text of the file with the lower of the recorded and the present figures. */
export async function renderRecorded(): Promise<string> {
  const recorded = await readRecorded();
  const counted = countByRoom(await findPlaces());
  const figures = Object.keys(recorded).length === 0 ? counted : lowerFigures(recorded, counted);
  return `${JSON.stringify(figures, null, 2)}\n`;
}
