/** The API and the token that the demo uses: by default the system of this home, with a token that expires. */
import { spawn } from 'node:child_process';
import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { withDatabase } from '@innkeeper/apps/installation/database';
import type { Home } from '@innkeeper/apps/installation/home';
import { operatorCx } from '@innkeeper/apps/installation/operator';
import { type Running, readRunning } from '@innkeeper/apps/installation/running';
import { DEMO_EMAIL, isWithoutDemo } from '@innkeeper/apps/installation/trial';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import { findDemoAccount } from '@innkeeper/apps/up/demo-account';
import { inTransaction } from '@innkeeper/db/transaction';
import { createToken } from '@innkeeper/operations/operator/tokens/create';
import { createClient } from '@innkeeper/sdk/client';
import type { Client } from '@innkeeper/sdk/types';

export interface Connection {
  client: Client;
  url: string;
  running: Running;
}

export async function connect(home: Home, givenToken: string | undefined): Promise<Connection> {
  const running = await requireRunning(home);
  const token = givenToken ?? (await shortLivedToken(home));
  return { client: createClient({ baseUrl: `${running.url}/v1`, token }), url: running.url, running };
}

export async function requireRunning(home: Home): Promise<Running> {
  const running = await readRunning(home);
  if (running?.state !== 'ready') throw new Refusal('Innkeeper is not running. Start it with ./innkeeper up.');
  return running;
}

async function shortLivedToken(home: Home): Promise<string> {
  const wanted = { email: DEMO_EMAIL, name: 'demo', abilities: ['read' as const, 'write' as const], hours: 1 };
  const { settings } = await loadForCommand(home);
  const { token } = await withDatabase(home, async (db) => {
    if (!(await findDemoAccount(db, home))) throw withoutDemoAccount();
    return inTransaction(db, (trx) => createToken(operatorCx(trx, settings), wanted));
  });
  return String(token);
}

/** Throws a `Refusal` for a home whose first start made no demo account, unless there is a token of somebody else. */
export async function requireDemoAccount(home: Home, givenToken: string | undefined): Promise<void> {
  if (givenToken === undefined && (await isWithoutDemo(home))) throw withoutDemoAccount();
}

const withoutDemoAccount = (): Refusal =>
  new Refusal(
    'This home has no demo account: it was started with --no-demo, or the account is suspended or closed. Pass the token of a customer with --token.',
  );

/**
 * Node takes certificates to trust from its environment only, at its start: when Innkeeper made its own, this process is
 * started once more with it. Returns the exit code of that process, or null when there is no need.
 */
export async function againWithCertificate({ certificate }: Running): Promise<number | null> {
  if (certificate === null || process.env.NODE_EXTRA_CA_CERTS === certificate) return null;
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate };
  const child = spawn(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
