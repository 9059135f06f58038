/** Mail that is signed as its sender's mail server does, and a DNS that has the keys. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type MailNames, openMailNames } from '@innkeeper/engine/mail-in/names';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';

export interface SigningKey {
  pem: string;
  /** TXT record of the key. */
  record: string;
}

export function createKey(kind: 'rsa' | 'ed25519', bits = 2048): SigningKey {
  const { privateKey } = kind === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: bits }) : generateKeyPairSync('ed25519');
  return signingKey(privateKey);
}

function signingKey(privateKey: KeyObject): SigningKey {
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const kind = privateKey.asymmetricKeyType;
  // The key of ed25519 alone, without what names the algorithm.
  const key = kind === 'ed25519' ? spki.subarray(-32) : spki;
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    record: `v=DKIM1; k=${kind}; p=${key.toString('base64')}`,
  };
}

/** Fixed, so that processes of a test agree on it. */
const LAB_KEY = signingKey(
  createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${'1b'.repeat(32)}`, 'hex'),
    format: 'der',
    type: 'pkcs8',
  }),
);
const LAB_SELECTOR = 'lab';

/** Every domain has the key of `signed` there, and no policy. */
export const LAB_NAMES: MailNames = openMailNames({
  open: () => ({ texts: async (name) => (name.startsWith(`${LAB_SELECTOR}._domainkey.`) ? [LAB_KEY.record] : []) }),
});

export interface Signature {
  domain: string;
  selector?: string;
  key?: SigningKey;
  /** `header/body`. */
  canonicalization?: string;
  algorithm?: string;
  /** `l=`: bytes of the body that are signed. */
  maxBodyLength?: number;
  expires?: Date;
  signTime?: Date;
}

/** Returns the mail with CRLF and these signatures above it, the last one on top. */
export async function signedMail(raw: string, ...signatures: Signature[]): Promise<string> {
  let mail = raw.replace(/\r?\n/g, '\r\n');
  for (const { domain, selector = LAB_SELECTOR, key = LAB_KEY, ...rest } of signatures) {
    const options = { signingDomain: domain, selector, privateKey: key.pem, ...rest };
    const { signatures: lines, errors } = await dkimSign(mail, { ...options, signatureData: [options] });
    if (errors.length > 0) throw new Error(`the mail can not be signed: ${JSON.stringify(errors)}`);
    mail = lines + mail;
  }
  return mail;
}

/** Signed by the domain of its `From`. */
export function signed(raw: string): Promise<string> {
  const domain = /^From:.*@([\w.-]+)/im.exec(raw)?.[1];
  if (domain === undefined) throw new Error('the mail says of nobody that it is from him');
  return signedMail(raw, { domain });
}
