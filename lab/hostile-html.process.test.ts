/**
 * Tests hostile HTML that customers send by the API and by mail, as it is stored and served, in a real browser. No part of it runs or
 * fetches anything.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from './app.ts';
import { openBrowser } from './browser.ts';
import { givenAccount } from './given.ts';
import { givenTicket } from './given-tickets.ts';
import { hostileHtml } from './hostile-html.ts';
import { openOperator } from './operator.ts';
import { openLabInbox, rawMail } from './received-mail.ts';

/** Adds the text that a message needs. */
const messageOf = (html: string) => `Hello. ${html}`;

/** Number of replies of an account that are allowed in a minute. */
const A_MINUTE = 19;

let lab: Lab;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  lab = await openLab();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await lab.close();
});

/**
 * Sends fragments to tickets of several accounts. The first message of each is sent with createTicket, the others with replyToTicket.
 * Returns the stored contents. Fragments with forbidden control characters are refused.
 */
async function throughTickets(fragments: readonly string[]): Promise<{ contents: string[]; refused: number }> {
  const contents: string[] = [];
  let refused = 0;
  for (let i = 0; i < fragments.length; i += A_MINUTE) {
    const { token } = await givenAccount(lab.db);
    let ticket: { id: number; messages: { content: string }[] } | undefined;
    for (const html of fragments.slice(i, i + A_MINUTE)) {
      const message = messageOf(html);
      const answer = ticket
        ? await lab.call('replyToTicket', { params: { id: ticket.id }, body: { message } }, { token })
        : await lab.call('createTicket', { body: { department_id: 1, subject: 'Hello', message } }, { token });
      if (answer.status === 200) ticket = answer.body;
      else refused += 1;
    }
    contents.push(...(ticket?.messages.map(({ content }) => content) ?? []));
  }
  return { contents, refused };
}

/** Sends a mail for each fragment and returns the stored contents. */
async function throughMails(fragments: readonly string[]): Promise<string[]> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-received-'));
  const inbox = openLabInbox(lab, directory);
  try {
    await openOperator({ ...lab, attachments: directory }).run('setInbox', { address: 'support@shop.example' });
    for (let i = 0; i < fragments.length; i += A_MINUTE) {
      const { accountId, userId } = await givenAccount(lab.db);
      const ticket = await givenTicket(lab.db, { accountId, user_id: userId });
      const tickets = lab.db.selectFrom('tickets').select('mail_token').where('id', '=', ticket);
      const { mail_token } = await tickets.executeTakeFirstOrThrow();
      for (const [n, html] of fragments.slice(i, i + A_MINUTE).entries()) {
        const headers = { To: `support+${mail_token}@shop.example`, 'Content-Type': 'text/html; charset=utf-8' };
        await inbox.take(rawMail({ From: `ada-${i + n}@example.net`, ...headers }, messageOf(html)));
      }
    }
    const received = lab.db.selectFrom('ticket_messages').select('content').where('mail_from', 'is not', null);
    return (await received.execute()).map(({ content }) => content);
  } finally {
    await inbox.close();
    await rm(directory, { recursive: true });
  }
}

/** Page with an address, so that relative links resolve. No request reaches the network. */
const PANEL = 'http://panel.example/';

interface Shown {
  /** Number of calls of `pwned()`. */
  ran: number;
  /** Number of navigations away from the page. */
  left: number;
  fetched: string[];
}

/** Shows each fragment as a part of a page and as a document, and touches everything in it. */
async function shown(contents: readonly string[]): Promise<Shown> {
  const page = await browser.newPage();
  const seen: Shown = { ran: 0, left: 0, fetched: [] };
  await page.exposeFunction('pwned', () => {
    seen.ran += 1;
  });
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url === PANEL) return route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' });
    seen.fetched.push(url);
    return route.abort();
  });
  const begin = () => page.goto(PANEL);
  await begin();
  for (const content of contents)
    await page.evaluate(`(${SHOW})(${JSON.stringify(content)})`).catch(async () => {
      seen.left += 1;
      await begin();
    });
  // Scripts that start by themselves have started by now.
  await page.waitForTimeout(1_000);
  await page.close();
  return seen;
}

/** Program of the page. It does not click http, https and mailto links, because leaving the page is their purpose. */
const SHOW = `(html) => {
  const part = document.body.appendChild(document.createElement('div'));
  part.innerHTML = html;
  const frame = document.body.appendChild(document.createElement('iframe'));
  frame.srcdoc = '<!doctype html>' + html;
  const events = ['mouseover', 'focus', 'pointerover', 'wheel', 'blur', 'toggle'];
  for (const element of part.querySelectorAll('*')) {
    for (const name of events) element.dispatchEvent(new Event(name, { bubbles: true }));
    if (!(element instanceof HTMLAnchorElement) || !/^(https?|mailto):/.test(element.protocol)) element.click?.();
  }
}`;

test('no stored content of tickets, replies and mails runs or fetches anything', async () => {
  const fragments = hostileHtml();
  expect(fragments.length).toBeGreaterThan(300);
  const { contents, refused } = await throughTickets(fragments);
  expect(contents.length + refused).toBe(fragments.length);
  expect(refused).toBeLessThan(20);
  const mailed = await throughMails(fragments);
  expect(mailed).toHaveLength(fragments.length);
  // Most fragments are stored identically in both ways.
  expect(await shown([...new Set([...contents, ...mailed])])).toEqual({ ran: 0, left: 0, fetched: [] });
});

test('without sanitizing, many of them run and fetch', async () => {
  // Some fragments end the page or the rest of it.
  const harmful = hostileHtml().filter((html) => !/^<(meta|base|plaintext|frameset)/.test(html));
  const { ran, fetched } = await shown(harmful.slice(0, 60));
  expect(ran).toBeGreaterThan(10);
  expect(fetched.length).toBeGreaterThan(0);
});
