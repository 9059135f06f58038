/** Waits until the API answers, as a client of this machine. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningInstallation } from '../installation/running.ts';
import { CommandError } from '../terminal/command-error.ts';

const HEALTH_TIMEOUT_MS = 30_000;
const POLL_MS = 50;
const REQUEST_TIMEOUT_MS = 5_000;

export async function waitUntilHealthy(running: RunningInstallation): Promise<void> {
  for (const deadline = Date.now() + HEALTH_TIMEOUT_MS; !(await isHealthy(running)); await sleep(POLL_MS)) {
    if (Date.now() > deadline) throw new CommandError(`The API does not respond at ${running.url}. See the logs of the home.`);
  }
}

/**
 * Returns whether the API answers. Over HTTPS any certificate is accepted, because the only question is whether the started process
 * answers.
 */
export async function isHealthy(running: Pick<RunningInstallation, 'url'>): Promise<boolean> {
  const secure = running.url.startsWith('https:');
  return new Promise((resolve) => {
    const options = { timeout: REQUEST_TIMEOUT_MS, agent: false as const };
    const request = secure
      ? httpsRequest(`${running.url}/healthz`, { ...options, rejectUnauthorized: false })
      : httpRequest(`${running.url}/healthz`, options);
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
    request.end();
  });
}
