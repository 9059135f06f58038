/** Texts that make patterns slow: a repeated piece, and an end at which the match fails. All functions get all of them. */
import { type BuildText, repeatUnit } from './measure.ts';

const UNITS = [
  ...[
    'a',
    '1',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '.',
    '-',
    '+',
    ',',
    ';',
    ':',
    '/',
    '\\',
    '"',
    "'",
    '<',
    '>',
    '{',
    '(',
    '[',
    '@',
    '=',
    '&',
    '%',
  ],
  ...[
    'a.',
    'a-',
    '1.',
    '.-',
    ' a',
    'a ',
    '@a',
    'a@',
    'a@b.',
    '1:',
    '::',
    '<a',
    '<b>',
    '</b>',
    '<a b="',
    '<!--',
    '&amp;',
    '&#',
    '\\u',
    '\\"',
  ],
  ...[
    '{{',
    '{{ ',
    '}}',
    '[1]',
    '\u001b',
    '\u001b[',
    '\u001b]',
    '\u0000',
    '\ud800',
    'é',
    '中',
    '😀',
    'a\u0301',
    '%41',
    'RF',
    '-- ',
    '> ',
  ],
  ...['On a wrote', 'From: a\n', 'schrieb am ', ' wrote:', '<div class="', '<div class ', '=?utf-8?q?', '=?', '?=', '\nAction:'],
];
const BEGINS = ['', 'a', 'a@', '@', '+', 'Re', 'Re:', 'https://', '{{', '\\ud800', '<', '</', '\u001b[', 'ssh-rsa ', 'Action:'];
const ENDS = ['', '!', 'a', '\n', '@', '.', '>'];

/** Every unit alone, and between one of the beginnings and one of the ends. */
export const REPETITIVE_TEXTS: readonly { name: string; textOf: BuildText }[] = UNITS.flatMap((unit, at) =>
  [0, 1].map((turn) => {
    const begin = turn === 0 ? '' : (BEGINS[at % BEGINS.length] ?? '');
    const end = ENDS[(at + turn) % ENDS.length] ?? '';
    return { name: JSON.stringify([begin, unit, end]), textOf: repeatUnit(unit, { begin, end }) };
  }),
);

/** Worst texts for one function, derived from its comment or its pattern. */
export const WORST: Readonly<Record<string, readonly BuildText[]>> = {
  withoutQuotes: [repeatUnit('ab schrieb am cd schrieb am '), repeatUnit('On a wrote wrote b\n'), repeatUnit('From: a\nb\n')],
  withoutHtmlQuotes: [
    repeatUnit('<div class class= ', { end: 'cite' }),
    repeatUnit(' ', { begin: '<div class' }),
    repeatUnit('<div class=cit '),
  ],
  sanitiseHtml: [repeatUnit('<b><i>'), repeatUnit('<p><ul>'), repeatUnit('<a href="x">'), repeatUnit('</a>', { begin: '<b>' })],
  subjectOfMail: [repeatUnit(' ', { begin: 'Re' }), repeatUnit('re:'), repeatUnit(' ', { begin: 'Re[1]' })],
  addressesIn: [repeatUnit('a'), repeatUnit('a@')],
  mailboxOf: [repeatUnit('+')],
  jsonText: [repeatUnit('\\', { begin: '\ud800' }), repeatUnit('\ud800\\')],
  fillReply: [repeatUnit(' ', { begin: '{{' })],
  unknownPlaceholders: [repeatUnit(' ', { begin: '{{' }), repeatUnit('{{ ')],
  passwordRefusal: [repeatUnit('1', { end: 'a' }), repeatUnit('ab', { end: 'c' })],
  senderDomain: [repeatUnit('a', { begin: 'a@', end: '!' }), repeatUnit('a-', { begin: 'a@' })],
};
