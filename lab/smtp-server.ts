/** A real SMTP server in this process for tests, which control its behaviour. */
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type SmtpBehaviour =
  | 'accept'
  /** Answers with this code at the receiver, or at the end of the data. */
  | { at: 'receiver' | 'data'; code: number }
  /** Receives the whole mail, and breaks the connection before the answer. */
  | 'lose-the-answer'
  /** Stops answering. */
  | 'hang';

export interface LabSmtpServer {
  port: number;
  /** PEM of the certificate authority to trust. */
  ca: string;
  /** Completely received messages, including those with lost answers. */
  messages: string[];
  /** Encryption and user of each session. */
  sessions: { secure: boolean; user: string | null }[];
  conduct: SmtpBehaviour;
  close(): Promise<void>;
}

export async function openSmtpServer(options: SMTPServerOptions = {}): Promise<LabSmtpServer> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'an SMTP server' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const lab: LabSmtpServer = { port: 0, ca: cert, messages: [], sessions: [], conduct: 'accept', close: async () => {} };
  const refusal = (code: number) => Object.assign(new Error('not this one'), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    key,
    cert,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(refusal(535)),
    onRcptTo(_address, _session, done) {
      const { conduct } = lab;
      if (typeof conduct === 'object' && conduct.at === 'receiver') done(refusal(conduct.code));
      else done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { conduct } = lab;
        if (typeof conduct === 'object' && conduct.at === 'data') return done(refusal(conduct.code));
        if (conduct === 'hang') return;
        lab.messages.push(Buffer.concat(chunks).toString());
        lab.sessions.push({ secure: session.secure, user: typeof session.user === 'string' ? session.user : null });
        if (conduct === 'lose-the-answer') for (const connection of server.connections) connection.close();
        else done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  lab.port = (server.server.address() as AddressInfo).port;
  lab.close = () => new Promise((resolve) => server.close(() => resolve()));
  return lab;
}
