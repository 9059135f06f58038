/** The API and the token of the demo, by default the installation of this home with a token that expires. */
import { spawn } from 'node:child_process';
import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { withDatabase } from '@innkeeper/apps/installation/database';
import type { Home } from '@innkeeper/apps/installation/home';
import { operatorCx } from '@innkeeper/apps/installation/operator';
import { refuseInRecovery } from '@innkeeper/apps/installation/recovering';
import { type RunningInstallation, readRunning } from '@innkeeper/apps/installation/running';
import { DEMO_EMAIL, isWithoutDemo } from '@innkeeper/apps/installation/trial';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { findDemoAccount } from '@innkeeper/apps/up/demo-account';
import { inTransaction } from '@innkeeper/db/transaction';
import { issueAccessToken } from '@innkeeper/operations/tokens.staff';
import { createClient } from '@innkeeper/sdk/client';
import type { Client } from '@innkeeper/sdk/types';

export interface Connection {
  client: Client;
  url: string;
  running: RunningInstallation;
}

export async function connect(home: Home, givenToken: string | undefined): Promise<Connection> {
  const running = await requireRunning(home);
  const token = givenToken ?? (await shortLivedToken(home));
  return { client: createClient({ baseUrl: `${running.url}/v1`, token }), url: running.url, running };
}

export async function requireRunning(home: Home): Promise<RunningInstallation> {
  const running = await readRunning(home);
  if (running?.state !== 'ready') throw new CommandError('Innkeeper is not running. Start it with ./innkeeper up.');
  return running;
}

async function shortLivedToken(home: Home): Promise<string> {
  const request = { email: DEMO_EMAIL, name: 'demo', abilities: ['read' as const, 'write' as const], hours: 1 };
  const { settings } = await loadForCommand(home);
  const { token } = await withDatabase(home, async (db) => {
    await refuseInRecovery(db);
    if (!(await findDemoAccount(db, home))) throw noDemoAccountError();
    return inTransaction(db, (trx) => issueAccessToken(operatorCx(trx, settings), request));
  });
  return String(token);
}

/** Throws a `CommandError` if the home was started without a demo account and no token of another customer is given. */
export async function requireDemoAccount(home: Home, givenToken: string | undefined): Promise<void> {
  if (givenToken === undefined && (await isWithoutDemo(home))) throw noDemoAccountError();
}

const noDemoAccountError = (): CommandError =>
  new CommandError(
    'This home has no demo account: it was started with --no-demo, or the account is suspended or closed. Pass the token of a customer with --token.',
  );

/**
 * Runs this command again in a child process that trusts the installation's own certificate. Node reads trusted certificates only from its
 * environment at the start. Returns the exit code of the child, or `null` if no child is needed.
 */
export async function rerunWithCertificate({ certificate }: RunningInstallation): Promise<number | null> {
  if (certificate === null || process.env.NODE_EXTRA_CA_CERTS === certificate) return null;
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate };
  const child = spawn(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
