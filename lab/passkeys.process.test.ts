/** Tests a passkey in a real browser: created and used to sign in with Chromium's WebAuthn and a simulated authenticator. */
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from './app.ts';
import { openBrowser } from './browser.ts';
import { givenAccount } from './given.ts';
import { givenPassword, PASSWORD } from './given-sessions.ts';

let lab: Lab;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  await lab.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = lab.app.server.address() as AddressInfo;
  browser = await openBrowser();
  page = await browser.newPage();
  // Any page of the origin suffices.
  await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' }));
  await page.goto(`http://localhost:${port}/page`);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
});
afterAll(async () => {
  await browser.close();
  await lab.close();
});

interface Reply {
  status: number;
  body: { public_key: object; email: string };
}

/** Sends a request from the page, with the cookies of the browser. */
const ask = (method: string, path: string, body?: unknown): Promise<Reply> =>
  page.evaluate(`(async () => {
    const body = ${JSON.stringify(body) ?? 'undefined'};
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const reply = await fetch('/v1${path}', { method: '${method}', headers, body: body && JSON.stringify(body) });
    const text = await reply.text();
    return { status: reply.status, body: text === '' ? null : JSON.parse(text) };
  })()`);

/** Returns the credential that the browser creates from options, serialised as a page sends it. */
const credentialOf = (what: 'create' | 'get', options: object): Promise<unknown> =>
  page.evaluate(`(async () => {
    const parse = PublicKeyCredential.parse${what === 'create' ? 'Creation' : 'Request'}OptionsFromJSON;
    const credential = await navigator.credentials.${what}({ publicKey: parse(${JSON.stringify(options)}) });
    return credential.toJSON();
  })()`);

test('is created in a session, signs in without a password, and confirms its user', async () => {
  const user = await givenAccount(lab.db);
  await givenPassword(lab.db, user);
  expect(await ask('POST', '/sessions', { email: user.email, password: PASSWORD })).toMatchObject({ status: 201 });
  const creation = await ask('POST', '/user/passkeys/options');
  const made = await credentialOf('create', creation.body.public_key);
  expect(await ask('POST', '/user/passkeys', { name: 'Chromium', credential: made })).toMatchObject({ status: 201 });
  expect(await ask('DELETE', '/sessions/current')).toMatchObject({ status: 204 });
  expect(await ask('GET', '/user')).toMatchObject({ status: 401 });
  const request = await ask('POST', '/sessions/passkey-options', {});
  const used = await credentialOf('get', request.body.public_key);
  expect(await ask('POST', '/sessions/passkey', { credential: used })).toMatchObject({ status: 201 });
  expect(await ask('GET', '/user')).toMatchObject({ status: 200, body: { email: user.email } });
  const confirming = await ask('POST', '/sessions/current/passkey-options');
  const passkey = await credentialOf('get', confirming.body.public_key);
  expect(await ask('POST', '/sessions/current/confirm', { passkey })).toMatchObject({ status: 200 });
});
