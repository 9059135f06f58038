/** A real SMTP server that pipes each mail to a program, as Postfix and Exim do. */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { openSmtpServer } from './smtp-server.ts';

/** Number of programs at a time, as the guide sets it for Postfix. */
const AT_A_TIME = 2;

/** A server that delivers mail. */
export interface MailDoor {
  port: number;
  close(): Promise<void>;
}

/** Opens a server that passes each mail to `deliver`, which resolves once the mail is stored. A rejected delivery is answered with 451. */
export async function openMailDoor(
  deliver: (mail: Readable, recipient: string) => Promise<void>,
  { maxBytes }: { maxBytes?: number } = {},
): Promise<MailDoor> {
  let free = AT_A_TIME;
  const waiting: (() => void)[] = [];
  const acquire = (): Promise<void> => {
    if (free === 0) return new Promise((resolve) => waiting.push(resolve));
    free -= 1;
    return Promise.resolve();
  };
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return openSmtpServer({
    ...(maxBytes !== undefined && { size: maxBytes }),
    async onData(stream, session, done) {
      // An unread stream makes the sender wait.
      await acquire();
      const delivered = deliver(stream, session.envelope.rcptTo[0]?.address ?? '').finally(release);
      delivered.then(
        () => done(null),
        () => done(Object.assign(new Error('not now'), { responseCode: 451 })),
      );
    },
  });
}

/** Opens a server that starts a program for each mail. The mail is delivered if the program exits with 0. */
export function openMailPipe(start: (recipient: string) => ChildProcess, options: { maxBytes?: number } = {}): Promise<MailDoor> {
  return openMailDoor((mail, recipient) => {
    const child = start(recipient);
    // A program that ends early reads no further.
    child.stdin?.on('error', () => mail.resume());
    if (child.stdin) mail.pipe(child.stdin);
    return new Promise((resolve, reject) => {
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`exit ${code}`))));
    });
  }, options);
}
