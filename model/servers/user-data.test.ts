import { expect, test } from 'vitest';
import { normalizeUserData, userDataKind } from './user-data.ts';

test.each([
  ['#!/bin/sh\r\necho a\r\n', '#!/bin/sh\necho a\n'],
  ['#!/bin/sh\necho a\n', '#!/bin/sh\necho a\n'],
  ['\ufeff#!/bin/sh\necho a', '#!/bin/sh\necho a'],
  ['\ufeffecho a', 'echo a'],
  ['\n\r\n  #!/usr/bin/python3\nprint(1)', '#!/usr/bin/python3\nprint(1)'],
  ['\ufeff\r\n\u00a0#!/bin/bash', '#!/bin/bash'],
  ['\n #cloud-config\r\npackages: [htop]\r\n', '#cloud-config\npackages: [htop]\n'],
  ['\n\n## template: jinja\n#cloud-config', '## template: jinja\n#cloud-config'],
  ['\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\na', 'MIME-Version: 1.0\nContent-Type: text/plain\n\na'],
  // Without a first line of a kind, blanks are part of the script.
  ['\n  echo a', '\n  echo a'],
  ['# a comment\n#!/bin/sh', '# a comment\n#!/bin/sh'],
  // A carriage return without a line feed can be part of a command.
  ['printf "a\rb"', 'printf "a\rb"'],
])('normalizes %j to %j', (text, normalized) => {
  expect(normalizeUserData(text)).toBe(normalized);
});

test.each([
  ['#!/bin/sh\necho a', 'script'],
  ['echo a', 'script'],
  ['# a comment\necho a', 'script'],
  ['#!/bin/sh\n#cloud-config', 'script'],
  ['echo Content-Type: text/plain', 'script'],
  ['#! /usr/bin/env -S python3 -u', 'script'],
  ['#!\t/bin/sh', 'script'],
  ['#cloud-config\nusers: []', 'cloud-config'],
  ['#cloud-config', 'cloud-config'],
  ['#Cloud-Config # of web-1\nusers: []', 'cloud-config'],
  ['#cloud-boothook\n#!/bin/sh\necho a', 'boothook'],
  ['## template: jinja\n#cloud-config', 'template'],
  ['## template: jinja \n#!/bin/sh', 'template'],
  ['Content-Type: multipart/mixed; boundary="a"\nMIME-Version: 1.0', 'mime'],
  ['mime-version: 1.0\nContent-Type: multipart/mixed', 'mime'],
  ['#!/bin/sh\recho a', null],
  ['#!/bin/sh\r', null],
  ['#!', null],
  ['#!bash\necho a', null],
  ['#! \n/bin/sh', null],
  ['#cloud-config-archive\n[]', null],
  ['#cloud-config-jsonp\n[]', null],
  ['#cloud-configuration\na: b', null],
  ['#include\nhttps://example.com/a', null],
  ['#include-once https://example.com/a', null],
  ['#part-handler\nimport os', null],
  // cloud-init finds templates by this very beginning, and knows no other language here.
  ['##template:jinja\n#!/bin/sh', null],
  ['## template: jinja2\n#!/bin/sh', null],
  ['## template: basic\n#!/bin/sh', null],
  ['H4sIAAAAAAAAA1NW1E/KzNMvzuBKTc7IV0jkAgBcEzF8EQAAAA==', null],
])('%j is of the kind %j', (text, kind) => {
  expect(userDataKind(text)).toBe(kind);
});
