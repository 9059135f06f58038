/** A small IMAP server in this process (RFC 3501), as far as a client needs that fetches and marks mail. Tests control its behaviour. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface LabImapServer {
  port: number;
  /** Mails by folder, each with its UID. */
  folders: Record<string, { uid: number; raw: string; seen: boolean }[]>;
  /** `lose-the-mark` breaks the connection instead of marking a mail. `refuse` rejects every login. */
  conduct: 'serve' | 'refuse' | 'lose-the-mark';
  deliver(raw: string): void;
  close(): Promise<void>;
}

export async function openImapServer(): Promise<LabImapServer> {
  const sockets = new Set<Socket>();
  let uid = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    serve(socket, lab);
  });
  const lab: LabImapServer = {
    port: 0,
    folders: { INBOX: [], Done: [] },
    conduct: 'serve',
    deliver(raw) {
      uid += 1;
      lab.folders.INBOX?.push({ uid, raw, seen: false });
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  lab.port = (server.address() as AddressInfo).port;
  return lab;
}

function serve(socket: Socket, lab: LabImapServer): void {
  let [pending, folder] = ['', 'INBOX'];
  const mails = () => lab.folders[folder] ?? [];
  const send = (...lines: string[]) => void socket.write(lines.map((line) => `${line}\r\n`).join(''), 'latin1');
  const answer: Record<string, (words: string[]) => string[] | undefined> = {
    CAPABILITY: () => ['* CAPABILITY IMAP4rev1 UIDPLUS MOVE'],
    LOGIN: () => (lab.conduct === 'refuse' ? undefined : []),
    NOOP: () => [],
    LIST: ([, name = '']) => [`* LIST (\\HasNoChildren) "/" ${name === '""' ? '""' : name}`],
    LSUB: () => [],
    SELECT: ([name = '']) => {
      folder = name.replaceAll('"', '');
      return [
        '* FLAGS (\\Seen)',
        `* ${mails().length} EXISTS`,
        '* OK [UIDVALIDITY 1] x',
        `* OK [UIDNEXT ${1_000}] x`,
        '* OK [PERMANENTFLAGS (\\Seen)] x',
      ];
    },
    'UID SEARCH': (words) => {
      const found = mails().filter(({ seen }) => !words.includes('UNSEEN') || !seen);
      return [`* SEARCH ${found.map((mail) => mail.uid).join(' ')}`];
    },
    'UID FETCH': ([uid, ...what]) => {
      const at = mails().findIndex((mail) => mail.uid === Number(uid));
      const { raw = '' } = mails()[at] ?? {};
      const content = what.join(' ').includes('BODY.PEEK[]')
        ? `BODY[] {${Buffer.byteLength(raw, 'latin1')}}\r\n${raw}`
        : `RFC822.SIZE ${raw.length}`;
      return at < 0 ? [] : [`* ${at + 1} FETCH (UID ${uid} ${content})`];
    },
    'UID STORE': ([uid]) => {
      const at = mails().findIndex((mail) => mail.uid === Number(uid));
      const mail = mails()[at];
      if (mail) mail.seen = true;
      return [`* ${at + 1} FETCH (UID ${uid} FLAGS (\\Seen))`];
    },
    'UID MOVE': ([uid, to = '']) => {
      const at = mails().findIndex((mail) => mail.uid === Number(uid));
      lab.folders[to.replaceAll('"', '')]?.push(...mails().splice(at, 1));
      return [`* OK [COPYUID 1 ${uid} ${uid}] x`, `* ${at + 1} EXPUNGE`];
    },
    LOGOUT: () => ['* BYE x'],
  };
  send('* OK ready');
  socket.on('data', (data) => {
    pending += data.toString('latin1');
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const [tag = '', first = '', ...rest] = pending.slice(0, end).split(' ');
      pending = pending.slice(end + 2);
      const isUid = first.toUpperCase() === 'UID';
      const name = isUid ? `UID ${rest[0]?.toUpperCase()}` : first.toUpperCase();
      if (lab.conduct === 'lose-the-mark' && /STORE|MOVE/.test(name)) return void socket.destroy();
      const lines = name in answer ? answer[name]?.(isUid ? rest.slice(1) : rest) : undefined;
      send(...(lines ?? []), lines ? `${tag} OK done` : `${tag} NO [AUTHENTICATIONFAILED] not so`);
    }
  });
}
