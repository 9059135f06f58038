import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Failure } from '../failures.ts';
import { parseSshKey } from './ssh-key.ts';

/** Generates a key with ssh-keygen, and returns it with the fingerprint that ssh-keygen prints. */
function generated(...args: string[]): { line: string; fingerprint: string; bits: number } {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ssh-key-'));
  try {
    const file = path.join(dir, 'key');
    execFileSync('ssh-keygen', ['-q', '-N', '', '-C', 'me@example', '-f', file, ...args]);
    const listed = execFileSync('ssh-keygen', ['-E', 'md5', '-lf', `${file}.pub`], { encoding: 'utf8' });
    const [bits = '', fingerprint = ''] = listed.split(' ');
    return { line: fs.readFileSync(`${file}.pub`, 'utf8'), fingerprint: fingerprint.replace('MD5:', ''), bits: Number(bits) };
  } finally {
    fs.rmSync(dir, { recursive: true });
  }
}

const part = (bytes: Buffer | string): Buffer => {
  const data = Buffer.from(bytes);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, data]);
};
const lineOf = (type: string, ...parts: Buffer[]): string =>
  `${type} ${Buffer.concat([part(type), ...parts]).toString('base64')} made by hand`;

const bytes32 = Buffer.alloc(32, 7);
const point256 = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 9)]);

function refusalOf(text: string): string | undefined {
  try {
    parseSshKey(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.details.errors?.key?.[0];
  }
}

describe('a key from ssh-keygen', () => {
  it.each([
    ['ssh-rsa', ['-t', 'rsa', '-b', '2048']],
    ['ssh-rsa', ['-t', 'rsa', '-b', '3072']],
    ['ssh-ed25519', ['-t', 'ed25519']],
    ['ecdsa-sha2-nistp256', ['-t', 'ecdsa', '-b', '256']],
    ['ecdsa-sha2-nistp384', ['-t', 'ecdsa', '-b', '384']],
    ['ecdsa-sha2-nistp521', ['-t', 'ecdsa', '-b', '521']],
  ])('%s is accepted, with the same fingerprint and bits', (type, args) => {
    const { line, fingerprint, bits } = generated(...args);
    expect(parseSshKey(line)).toEqual({ type, bits, fingerprint, line: line.trim() });
  });

  it('is refused for RSA of 1024 bits, with the reason', () => {
    expect(refusalOf(generated('-t', 'rsa', '-b', '1024').line)).toBe(
      'An RSA key must have at least 2048 bits. This key has 1024.',
    );
  });
});

describe('keys of security tokens', () => {
  it.each([
    lineOf('sk-ssh-ed25519@openssh.com', part(bytes32), part('ssh:')),
    lineOf('sk-ecdsa-sha2-nistp256@openssh.com', part('nistp256'), part(point256), part('ssh:')),
  ])('%s', (line) => {
    expect(parseSshKey(line).bits).toBe(256);
    expect(parseSshKey(line).line).toBe(line);
  });

  it('name their application', () => {
    expect(refusalOf(lineOf('sk-ssh-ed25519@openssh.com', part(bytes32), part('')))).toContain('application');
    expect(refusalOf(lineOf('sk-ssh-ed25519@openssh.com', part(bytes32)))).toBe('The key is truncated.');
  });
});

describe('other text', () => {
  const good = lineOf('ssh-ed25519', part(bytes32));
  const [type, encoded = ''] = good.split(' ');

  it.each([
    ['nothing', '', 'Must begin with'],
    ['a word', 'constructor AAAA', 'Must begin with'],
    ['DSA', lineOf('ssh-dss', part(bytes32)), 'Must begin with'],
    ['a certificate', lineOf('ssh-ed25519-cert-v01@openssh.com', part(bytes32)), 'Must begin with'],
    ['options in front', `command="reboot" ${good}`, 'Must begin with'],
    ['no base64', `${type} not-base64!`, 'base64'],
    ['base64 with a tail', `${type} ${encoded}=`, 'base64'],
    ['only a type', 'ssh-ed25519', 'base64'],
    ['another type inside', `ssh-rsa ${encoded}`, 'does not match the key'],
    ['31 bytes', lineOf('ssh-ed25519', part(bytes32.subarray(1))), '32 bytes'],
    ['cut short', `${type} ${Buffer.from(encoded, 'base64').subarray(0, 40).toString('base64')}`, 'truncated'],
    ['a length beyond the end', lineOf('ssh-ed25519', Buffer.from('ffffffff', 'hex')), 'truncated'],
    ['bytes after the end', lineOf('ssh-ed25519', part(bytes32), part('more')), 'extra bytes'],
    ['another curve', lineOf('ecdsa-sha2-nistp256', part('nistp384'), part(point256)), 'curve'],
    ['a compressed point', lineOf('ecdsa-sha2-nistp256', part('nistp256'), part(Buffer.alloc(33, 2))), 'point'],
    ['a negative number', lineOf('ssh-rsa', part(Buffer.from([3])), part(Buffer.alloc(256, 0xff))), 'number'],
    ['a padded number', lineOf('ssh-rsa', part(Buffer.from([0, 3])), part(Buffer.alloc(256, 0x7f))), 'number'],
    ['an even modulus', lineOf('ssh-rsa', part(Buffer.from([3])), part(Buffer.alloc(260, 0x7e))), 'not an RSA key'],
    ['exponent 1', lineOf('ssh-rsa', part(Buffer.from([1])), part(Buffer.alloc(260, 0x7f))), 'not an RSA key'],
  ])('refuses %s', (_what, line, sentence) => {
    expect(refusalOf(line)).toContain(sentence);
  });

  it('accepts comments with spaces, and no comment', () => {
    expect(parseSshKey(`  ${type}   ${encoded}  two   words `).line).toBe(`${type} ${encoded} two words`);
    expect(parseSshKey(`${type} ${encoded}`).line).toBe(`${type} ${encoded}`);
  });
});
