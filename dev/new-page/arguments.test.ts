import { expect, it } from 'vitest';
import { InvalidRequest } from '../new-operation/edit.ts';
import { readArguments, USAGE } from './arguments.ts';

it.each([
  ['no argument', [], 'Give a path and a title.'],
  ['no title', ['/notes'], 'Give a path and a title.'],
  ['an unknown option', ['/notes', 'Notes', '--foo'], "Unknown option '--foo'"],
  ['an option without its value', ['/notes', 'Notes', '--place'], "'--place <value>' argument missing"],
  ['a title without quotes', ['/notes', 'New', 'note'], 'note is too much.'],
  ['a path without a slash', ['notes', 'Notes'], 'notes is no path of a page.'],
  ['a path with a parameter', ['/notes/:id', 'Note'], '/notes/:id is no path of a page.'],
  ['a path that looks like an id', ['/servers/12', 'Server'], '/servers/12 is no path of a page.'],
  ['a path that leaves the folder', ['/../notes', 'Notes'], '/../notes is no path of a page.'],
  ['an empty title', ['/notes', ''], 'A title is text'],
  ['a title that ends a string', ['/notes', "Ada's notes"], 'A title is text'],
  ['a title that ends a comment', ['/notes', 'Notes */'], 'A title is text'],
  ['a title of two lines', ['/notes', 'Notes\nof Ada'], 'A title is text'],
  ['an icon without a place', ['/notes', 'Notes', '--icon', 'users'], 'add --place GROUP'],
])('refuses %s with a sentence and the usage', (_, args, sentence) => {
  const read = () => readArguments(args);
  expect(read).toThrow(InvalidRequest);
  expect(read).toThrow(sentence);
  expect(read).toThrow(USAGE);
});

it('reads a page with a place', () => {
  expect(readArguments(['/notes/new', 'New note', '--place', 'account', '--icon', 'users'])).toEqual({
    path: '/notes/new',
    title: 'New note',
    place: 'account',
    icon: 'users',
  });
});
