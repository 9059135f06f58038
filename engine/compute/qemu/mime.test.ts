import { expect, it } from 'vitest';
import { multipart } from './mime.ts';
import { partsOf } from './user-data.example.ts';

it('contains each part unchanged', () => {
  const texts = ['#!/bin/sh\necho "ü €"\r\n--innkeeper\n\nContent-Type: x\n', '', '#cloud-config\n{}\n'];
  const parts = texts.map((text, i) => ({ type: `text/x-${i}`, name: `part-${i}`, text }));
  expect(partsOf(multipart(parts))).toEqual({ 'text/x-0': texts[0], 'text/x-1': '', 'text/x-2': texts[2] });
});

it('is a message as cloud-init reads it', () => {
  expect(multipart([{ type: 'text/cloud-config', name: 'innkeeper', text: '#cloud-config\n' }])).toMatchInlineSnapshot(`
    "Content-Type: multipart/mixed; boundary="innkeeper-e5a6f394160805515260da4c9ec9ed32"
    MIME-Version: 1.0

    --innkeeper-e5a6f394160805515260da4c9ec9ed32
    Content-Type: text/cloud-config; charset="utf-8"
    MIME-Version: 1.0
    Content-Transfer-Encoding: base64
    Content-Disposition: attachment; filename="innkeeper"

    I2Nsb3VkLWNvbmZpZwo=

    --innkeeper-e5a6f394160805515260da4c9ec9ed32--
    "
  `);
});

it('takes a part with its own headers as it is', () => {
  const part = 'Content-Type: text/x-shellscript\n\n#!/bin/sh';
  expect(multipart([part])).toMatch(/\n\n(--innkeeper-\w+)\nContent-Type: text\/x-shellscript\n\n#!\/bin\/sh\n\1--\n$/);
});

it('has lines of at most 76 characters of content, and another boundary for other parts', () => {
  const message = (text: string) => multipart([{ type: 'text/plain', name: 'one', text }]);
  expect(message('x'.repeat(1_000)).split('\n\n')[2]?.split('\n')[0]).toHaveLength(76);
  expect(message('a').split('\n')[0]).not.toBe(message('b').split('\n')[0]);
  expect(message('a')).toBe(message('a'));
});
