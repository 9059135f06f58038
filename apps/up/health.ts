/** Checks whether the API answers, as a client of this machine. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../installation/running.ts';
import { Refusal } from '../terminal/refusal.ts';

const WITHIN_MS = 30_000;
const POLL_MS = 50;
const ANSWER_WITHIN_MS = 5_000;

export async function waitUntilHealthy(running: Running): Promise<void> {
  for (const deadline = Date.now() + WITHIN_MS; !(await isHealthy(running)); await sleep(POLL_MS)) {
    if (Date.now() > deadline) throw new Refusal(`The API does not respond at ${running.url}. See the logs of the home.`);
  }
}

/** Over HTTPS any certificate will do here: the question is whether the process that we started answers. */
export async function isHealthy(running: Pick<Running, 'url'>): Promise<boolean> {
  const secure = running.url.startsWith('https:');
  return new Promise((resolve) => {
    const options = { timeout: ANSWER_WITHIN_MS, agent: false as const };
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
