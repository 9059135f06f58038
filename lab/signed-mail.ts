/** Mail signed as by the sender's mail server, and a DNS with the keys. */
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
  // The bare ed25519 key, without the prefix that names the algorithm.
  const key = kind === 'ed25519' ? spki.subarray(-32) : spki;
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    record: `v=DKIM1; k=${kind}; p=${key.toString('base64')}`,
  };
}

/** A fixed key, so that all processes of a test use the same one. */
const LAB_KEY = signingKey(
  createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${'1b'.repeat(32)}`, 'hex'),
    format: 'der',
    type: 'pkcs8',
  }),
);
const LAB_SELECTOR = 'lab';

/** DNS in which every domain has the key of `signed`, and no policy. */
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
  /** `l=`: number of signed bytes of the body. */
  maxBodyLength?: number;
  expires?: Date;
  signTime?: Date;
  /** Signed header fields, separated by colons. */
  headerList?: string;
}

/** Returns the mail with CRLF line ends and these signatures on top, the last one first. */
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

/** Signs a mail for the domain of its `From`, at the time of its arrival. */
export function signed(raw: string, signTime = new Date()): Promise<string> {
  const domain = /^From:.*@([\w.-]+)/im.exec(raw)?.[1];
  if (domain === undefined) throw new Error('the mail says of nobody that it is from him');
  return signedMail(raw, { domain, signTime });
}
