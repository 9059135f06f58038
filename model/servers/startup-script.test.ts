import { expect, test } from 'vitest';
import { isExecutableScript, normalizeStartupScript } from './startup-script.ts';

test.each([
  ['#!/bin/sh\r\necho a\r\n', '#!/bin/sh\necho a\n'],
  ['#!/bin/sh\necho a\n', '#!/bin/sh\necho a\n'],
  ['\ufeff#!/bin/sh\necho a', '#!/bin/sh\necho a'],
  ['\ufeffecho a', 'echo a'],
  ['\n\r\n  #!/usr/bin/python3\nprint(1)', '#!/usr/bin/python3\nprint(1)'],
  ['\ufeff\r\n\u00a0#!/bin/bash', '#!/bin/bash'],
  // Without an interpreter, blanks are part of the script.
  ['\n  echo a', '\n  echo a'],
  ['# a comment\n#!/bin/sh', '# a comment\n#!/bin/sh'],
  // A carriage return without a line feed can be part of a command.
  ['printf "a\rb"', 'printf "a\rb"'],
])('normalizes %j to %j', (text, normalized) => {
  expect(normalizeStartupScript(text)).toBe(normalized);
});

test.each([
  ['#!/bin/sh\necho a', true],
  ['echo a', true],
  ['# a comment\necho a', true],
  ['#!/bin/sh\n#cloud-config', true],
  ['echo Content-Type: text/plain', true],
  ['#! /usr/bin/env -S python3 -u', true],
  ['#!\t/bin/sh', true],
  ['#!/bin/sh\recho a', false],
  ['#!/bin/sh\r', false],
  ['#!', false],
  ['#!bash\necho a', false],
  ['#! \n/bin/sh', false],
  ['#cloud-config\nusers: []', false],
  ['\n #Cloud-Config\nusers: []', false],
  ['#cloud-config-archive\n[]', false],
  ['#cloud-boothook\necho a', false],
  ['#include\nhttps://example.com/a', false],
  ['#include-once https://example.com/a', false],
  ['#part-handler\nimport os', false],
  ['## template: jinja\n#cloud-config', false],
  ['##template:jinja\n#!/bin/sh', false],
  ['Content-Type: multipart/mixed; boundary="a"\nMIME-Version: 1.0', false],
  ['MIME-Version: 1.0\nContent-Type: multipart/mixed', false],
  ['H4sIAAAAAAAAA1NW1E/KzNMvzuBKTc7IV0jkAgBcEzF8EQAAAA==', false],
])('%j is a script: %j', (text, isScript) => {
  expect(isExecutableScript(text)).toBe(isScript);
});
