import { expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

const NONE = { domain: null, pages: [] };

it('is the host of the API, with its pages as origin', () => {
  expect(relyingPartyOf('https://api.example.com/v1/user', NONE)).toEqual({
    id: 'api.example.com',
    origins: ['https://api.example.com'],
  });
  expect(relyingPartyOf('http://localhost:80/v1', NONE)).toEqual({ id: 'localhost', origins: ['http://localhost'] });
});

it('is the domain that the operator configures, with the pages in it', () => {
  const pages = [
    'https://panel.example.com',
    'https://example.com:8443',
    'https://badexample.com',
    'https://example.com.evil.org',
  ];
  expect(relyingPartyOf('https://api.example.com', { domain: 'example.com', pages })).toEqual({
    id: 'example.com',
    origins: ['https://api.example.com', 'https://panel.example.com', 'https://example.com:8443'],
  });
});

it("does not exist if the API's host is an IP address", () => {
  for (const url of ['https://192.0.2.7', 'https://[2001:db8::7]:7080']) expect(relyingPartyOf(url, NONE)).toBeUndefined();
});
