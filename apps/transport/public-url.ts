/** What clients call the API by, as the operator says it. Pure. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Refusal } from '../terminal/refusal.ts';

/**
 * `https://api.example.com` or with a port, in one form only. Refuses what is none: links are made by putting a path after it.
 * Plain HTTP is for this very machine, as everywhere.
 */
export function parsePublicUrl(text: string, option = '--public-url'): string {
  const refuse = (why: string): never => {
    throw new Refusal(`${option} takes a URL like https://api.example.com, not "${text}": ${why}.`, 2);
  };
  if (!URL.canParse(text)) return refuse('it is none');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('the API speaks HTTPS');
  if (url.username !== '' || url.password !== '') return refuse('it holds a user');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || /[?#]$/.test(text)) return refuse('it has a path');
  if (url.protocol === 'http:' && !isThisMachine(url.hostname)) return refuse('plain HTTP is for loopback only');
  return url.origin;
}

function isThisMachine(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return host === 'localhost' || (isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback');
}
