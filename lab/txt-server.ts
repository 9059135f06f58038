/** A name server for tests, over UDP on loopback. It answers TXT questions, or that the name does not exist. */
import { createSocket } from 'node:dgram';

export interface TxtServer {
  /** Address such as `127.0.0.1:5300`, for a resolver. */
  readonly address: string;
  /** Texts by name. */
  readonly records: Map<string, string[]>;
  close(): Promise<void>;
}

const HEADER_BYTES = 12;
const TXT = 16;
const NO_SUCH_NAME = 3;

export async function openTxtServer(): Promise<TxtServer> {
  const records = new Map<string, string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => socket.send(answerTo(question, records), from.port, from.address));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function answerTo(question: Buffer, records: ReadonlyMap<string, string[]>): Buffer {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  const texts = question.readUInt16BE(at + 1) === TXT ? (records.get(labels.join('.').toLowerCase()) ?? []) : [];
  const answers = texts.map((text) => {
    const data = Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);
    const head = Buffer.alloc(12);
    // The answer: name of the question, TXT, IN, one minute.
    head.writeUInt16BE(0xc00c, 0);
    head.writeUInt16BE(TXT, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt32BE(60, 6);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  });
  const header = Buffer.alloc(HEADER_BYTES);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (answers.length > 0 ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, question.subarray(HEADER_BYTES, end), ...answers]);
}
