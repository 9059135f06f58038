/** Counts comments that are hard to read, by room: `docs/writing.md` says how they are written. Pure. */
import { FORBIDDEN_OPENINGS } from '../checks/forbidden-openings.ts';
import { readComments, sentencesOf } from './read.ts';

export interface Figures {
  /** Sentences that begin with a word which only the rest of the sentence explains. */
  openings: number;
  /** Sentences of more than 25 words. */
  longSentences: number;
  /** Docstrings of functions that do not start with a third-person verb. */
  docstrings: number;
}

export interface Place {
  kind: keyof Figures;
  path: string;
  line: number;
  sentence: string;
}

const OPENING = new RegExp(`^(?:${FORBIDDEN_OPENINGS})\\b`);
const MAX_WORDS = 25;
const VERB = /^(?:[A-Z][a-z]+s|Is|Has|Does)\b/;
const NOT_A_VERB = /^(?:This|Its|Always|Unless|Details|Sometimes|Perhaps|Besides|Others)\b/;

/** Lists the hard places of a file in their order. */
export function listPlaces(path: string, source: string): Place[] {
  return readComments(source).flatMap(({ line, text, isOfFunction }) => {
    const sentences = sentencesOf(text);
    const found = sentences.flatMap((sentence): Place[] => [
      ...(OPENING.test(sentence) ? [{ kind: 'openings' as const, path, line, sentence }] : []),
      ...(sentence.split(/\s+/).length > MAX_WORDS ? [{ kind: 'longSentences' as const, path, line, sentence }] : []),
    ]);
    const [first] = sentences;
    if (!isOfFunction || first === undefined || startsWithVerb(first)) return found;
    return [...found, { kind: 'docstrings' as const, path, line, sentence: first }];
  });
}

/** Counts the places by room, the first folder of a path, sorted by room. */
export function countByRoom(places: readonly Place[]): Record<string, Figures> {
  const rooms: Record<string, Figures> = {};
  for (const { path, kind } of places) {
    const room = roomOf(path);
    const figures = rooms[room] ?? NONE;
    rooms[room] = { ...figures, [kind]: figures[kind] + 1 };
  }
  return Object.fromEntries(Object.entries(rooms).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the lower of two figures for each room and kind, so that recorded figures only fall. */
export function lowerFigures(recorded: Record<string, Figures>, counted: Record<string, Figures>): Record<string, Figures> {
  const rooms = Object.keys(recorded);
  const lower = (room: string, kind: keyof Figures): number => Math.min(recorded[room]?.[kind] ?? 0, counted[room]?.[kind] ?? 0);
  return Object.fromEntries(
    rooms.map((room) => [
      room,
      { openings: lower(room, 'openings'), longSentences: lower(room, 'longSentences'), docstrings: lower(room, 'docstrings') },
    ]),
  );
}

/** Returns a problem for each room and kind with more places than recorded, with the last places. */
export function judgeFigures(recorded: Record<string, Figures>, places: readonly Place[]): string[] {
  return Object.entries(countByRoom(places)).flatMap(([room, counted]) =>
    KINDS.flatMap((kind) => {
      const allowed = recorded[room]?.[kind] ?? 0;
      if (counted[kind] <= allowed) return [];
      const here = places.filter((place) => place.kind === kind && roomOf(place.path) === room);
      const shown = here.slice(-MAX_SHOWN).map(({ path, line, sentence }) => `  ${path}:${line} ${sentence.slice(0, 100)}`);
      return [`${room} has ${counted[kind]} ${MEANING[kind]}, ${allowed} were recorded. Among them:`, ...shown];
    }),
  );
}

const MAX_SHOWN = 10;
const NONE: Figures = { openings: 0, longSentences: 0, docstrings: 0 };
const KINDS: readonly (keyof Figures)[] = ['openings', 'longSentences', 'docstrings'];
const MEANING: Readonly<Record<keyof Figures, string>> = {
  openings: 'sentences that begin with What, Who, That, Of, How or the like',
  longSentences: `sentences of more than ${MAX_WORDS} words`,
  docstrings: 'docstrings of functions that do not start with a verb',
};

function roomOf(path: string): string {
  return path.split('/')[0] ?? path;
}

function startsWithVerb(sentence: string): boolean {
  return VERB.test(sentence) && !NOT_A_VERB.test(sentence);
}
