import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Home, homeAt } from './home.ts';
import { readPaymentSettings, readWebhookSecrets } from './payments.ts';

let home: Home;
beforeAll(async () => {
  home = homeAt(await mkdtemp(join(tmpdir(), 'innkeeper-home-')));
});
afterAll(() => rm(home.path, { recursive: true }));

const ENV = { INNKEEPER_STRIPE_SECRET_KEY: 'sk_test_a', INNKEEPER_STRIPE_WEBHOOK_SECRET: 'whsec_b' };
const AT = { publicUrl: 'https://api.example.com' };

async function write(content: unknown, mode = 0o600): Promise<void> {
  await writeFile(home.paymentsFile, typeof content === 'string' ? content : JSON.stringify(content));
  await chmod(home.paymentsFile, mode);
}

it('takes no card, and nothing of the sandbox, while nothing is said', async () => {
  expect(await readPaymentSettings(home, ENV, AT)).toEqual({ trial: false, returnUrl: AT.publicUrl, stripe: null });
  expect(await readWebhookSecrets(home, ENV)).toEqual({ sandbox: null, stripe: null });
});

it('gives each process its own secret, of the environment or of a file that its owner alone reads', async () => {
  await write({ stripe: true, returnUrl: 'https://panel.example.com/' }, 0o644);
  expect(await readPaymentSettings(home, ENV, AT)).toMatchObject({
    returnUrl: 'https://panel.example.com/',
    stripe: { secretKey: 'sk_test_a' },
  });
  expect(await readWebhookSecrets(home, ENV)).toMatchObject({ stripe: 'whsec_b' });
  await expect(readPaymentSettings(home, {}, AT)).rejects.toThrow(/SECRET_KEY is missing/);
  await expect(readWebhookSecrets(home, {})).rejects.toThrow(/WEBHOOK_SECRET is missing/);
  await write({ stripe: { secretKey: 'c', webhookSecret: 'd' } });
  expect(await readPaymentSettings(home, {}, AT)).toMatchObject({ stripe: { secretKey: 'c' } });
  expect(await readWebhookSecrets(home, {})).toMatchObject({ stripe: 'd' });
  await chmod(home.paymentsFile, 0o640);
  await expect(readPaymentSettings(home, {}, AT)).rejects.toThrow(/chmod 600/);
});

it('takes no real money in a trial', async () => {
  await write({ trial: true, stripe: true });
  await expect(readPaymentSettings(home, { INNKEEPER_STRIPE_SECRET_KEY: 'sk_live_a' }, AT)).rejects.toThrow(/real money/);
  expect(await readPaymentSettings(home, ENV, AT)).toMatchObject({ trial: true });
});

it.each([
  ['{', /it is not JSON/],
  [{ trail: true }, /Unrecognized key/],
  [{ returnUrl: 'javascript:alert(1)' }, /returnUrl/],
])('refuses %o', async (content, sentence) => {
  await write(content);
  await expect(readPaymentSettings(home, ENV, AT)).rejects.toThrow(sentence);
});
