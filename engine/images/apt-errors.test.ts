import { expect, test } from 'vitest';
import { explainApt, lastErrors } from './apt-errors.ts';

test('names package, host and reason of a failed apt download', () => {
  const output = [
    'E: Failed to fetch http://deb.example.org/debian/pool/main/b/busybox/busybox-static_1%3a1.35.0-4_amd64.deb  404  Not Found [IP: 192.0.2.80 80]',
    'E: Failed to fetch http://deb.example.org/debian/pool/main/b/bash/bash_5.2_amd64.deb  Connection failed',
    'E: Unable to fetch some archives, maybe run apt-get update or try with --fix-missing?',
  ].join('\n');
  expect(explainApt(output)).toBe('apt could not fetch busybox-static from deb.example.org: 404 Not Found; and 1 more');
  const lists = 'W: Failed to fetch http://[2001:db8::80]:8080/debian/dists/trixie/InRelease  Could not connect';
  expect(explainApt(lists)).toBe('apt could not fetch trixie/InRelease from [2001:db8::80]:8080: Could not connect');
});

test('otherwise returns the last errors, without control characters', () => {
  const output = 'I: installing\r 10%\r\u001b[31mE: mmdebstrap failed:\u0007 no room\u001b[0m\nI: removing\n';
  expect(lastErrors(output)).toBe('E: mmdebstrap failed: no room');
  expect(lastErrors('one\ntwo\n')).toBe('one; two');
  expect(explainApt('')).toBe('apt gave no reason');
});
