/** Texts that make patterns slow: a piece again and again, and an end at which the match fails. All functions get all of them. */
import { pumped, type TextOf } from './measure.ts';

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

/** Every unit alone, and after one of the beginnings and before one of the ends. */
export const PUMPS: readonly { name: string; textOf: TextOf }[] = UNITS.flatMap((unit, at) =>
  [0, 1].map((turn) => {
    const begin = turn === 0 ? '' : (BEGINS[at % BEGINS.length] ?? '');
    const end = ENDS[(at + turn) % ENDS.length] ?? '';
    return { name: JSON.stringify([begin, unit, end]), textOf: pumped(unit, { begin, end }) };
  }),
);

/** Texts that are the worst for one function, as its comment or its pattern shows. */
export const WORST: Readonly<Record<string, readonly TextOf[]>> = {
  withoutQuotes: [pumped('ab schrieb am cd schrieb am '), pumped('On a wrote wrote b\n'), pumped('From: a\nb\n')],
  withoutHtmlQuotes: [
    pumped('<div class class= ', { end: 'cite' }),
    pumped(' ', { begin: '<div class' }),
    pumped('<div class=cit '),
  ],
  sanitiseHtml: [pumped('<b><i>'), pumped('<p><ul>'), pumped('<a href="x">'), pumped('</a>', { begin: '<b>' })],
  subjectOfMail: [pumped(' ', { begin: 'Re' }), pumped('re:'), pumped(' ', { begin: 'Re[1]' })],
  addressesIn: [pumped('a'), pumped('a@')],
  mailboxOf: [pumped('+')],
  jsonText: [pumped('\\', { begin: '\ud800' }), pumped('\ud800\\')],
  fillReply: [pumped(' ', { begin: '{{' })],
  unknownPlaceholders: [pumped(' ', { begin: '{{' }), pumped('{{ ')],
  passwordRefusal: [pumped('1', { end: 'a' }), pumped('ab', { end: 'c' })],
  senderDomain: [pumped('a', { begin: 'a@', end: '!' }), pumped('a-', { begin: 'a@' })],
};
