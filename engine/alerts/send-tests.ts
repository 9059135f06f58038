/** Sends a test over each alert channel. */
import { randomUUID } from 'node:crypto';
import { testBody } from '@innkeeper/model/alert-notices/content';
import { TEST_TEXT } from '@innkeeper/model/mail/operator-alerts';
import { renderMail } from '@innkeeper/model/mail/render';
import { signedHeaders } from '@innkeeper/model/webhooks/signature';
import type { MailPort } from '../mail/port.ts';
import { requestPing } from '../outgoing-http/operator-url.ts';
import { sendToOperator } from '../webhooks/to-operator.ts';

export interface AlertChannels {
  mail: readonly string[];
  webhook: { url: string; secret: string } | null;
  ping: string | null;
}

export interface TestResult {
  channel: 'mail' | 'webhook' | 'ping';
  /** Address or URL. */
  to: string;
  /** Reason for the failure, or `null` if the receiver accepted the test. */
  error: string | null;
  /** True if the mail was only written to a file, because no mail server is configured. */
  isFile?: boolean;
}

/** Sends the tests one after the other. Returns the outcome of each. */
export async function sendTests({ mail, webhook, ping }: AlertChannels, port: MailPort, at: Date): Promise<TestResult[]> {
  const outcome = (act: Promise<unknown>): Promise<string | null> =>
    act.then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  const rendered = renderMail({ ...TEST_TEXT, language: 'en' });
  const results: TestResult[] = [];
  for (const to of mail)
    results.push({
      ...{ channel: 'mail', to, isFile: port.name === 'folder' },
      error: await outcome(port.send({ key: randomUUID(), to, at, ...rendered })),
    });
  if (webhook) results.push({ channel: 'webhook', to: webhook.url, error: await testWebhook(webhook, at) });
  if (ping !== null) results.push({ channel: 'ping', to: ping, error: await outcome(requestPing(ping)) });
  return results;
}

async function testWebhook({ url, secret }: { url: string; secret: string }, at: Date): Promise<string | null> {
  const body = testBody(at);
  const headers = signedHeaders({ id: randomUUID(), at, body, secrets: [secret] });
  const answer = await sendToOperator({ url, headers, body });
  return answer === 'aborted' ? 'It was aborted.' : answer.error;
}
