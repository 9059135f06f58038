/** Reads the arguments of `npm run new:page`. */
import { parseArgs } from 'node:util';
import { InvalidRequest } from '../new-operation/edit.ts';
import type { NewPage } from './plan.ts';

export const USAGE = `usage: npm run new:page -- PATH TITLE [--place GROUP [--icon ICON]]
  a page        /notes 'Notes'
  with a place  /notes 'Notes' --place account --icon users`;

/** Returns the page to make. Throws `InvalidRequest` with the usage. */
export function readArguments(args: string[]): NewPage {
  const { positionals, values } = parse(args);
  const [path, title, ...others] = positionals;
  if (path === undefined || title === undefined) throw refusal('Give a path and a title.');
  if (others.length > 0) throw refusal(`${others.join(' ')} is too much. Put a title of several words in quotes.`);
  if (!/^(\/[a-z][a-z0-9-]*)+$/.test(path))
    throw refusal(
      `${path} is no path of a page. Each part begins with a small letter and has only small letters, digits and hyphens.`,
    );
  // The title becomes a string and a comment of the templates.
  if (title.trim() !== title || !/^[^'\\\p{Cc}]+$/u.test(title) || title.includes('*/'))
    throw refusal('A title is text in one line, without quotes and backslashes, and without spaces around it.');
  if (values.icon !== undefined && values.place === undefined)
    throw refusal('An icon is shown at a place in the navigation: add --place GROUP.');
  return { path, title, ...values };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { place: { type: 'string' }, icon: { type: 'string' } },
    });
  } catch (error) {
    throw refusal(error instanceof Error ? error.message : String(error));
  }
}

const refusal = (sentence: string): InvalidRequest => new InvalidRequest(`${sentence}\n${USAGE}`);
