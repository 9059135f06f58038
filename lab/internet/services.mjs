// Services of a test internet: HTTP on port 80, DNS on port 53, and the caller's address on port 7 (TCP). HTTP serves the files of a mirror
// (a directory, the second argument), and a line for all other paths (404 except for `/file`). DNS answers each name with one address.
// Prints "ready" when it listens.
import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';

const [answer = '0.0.0.0', mirror] = process.argv.slice(2);

const listening = (server) => new Promise((resolve) => server.once('listening', resolve));

const http = createHttpServer((request, response) => {
  void fileOf(request.url).then((file) => {
    if (mirror && !file && request.url !== '/file') response.statusCode = 404;
    response.end(file || `${request.url} for ${request.socket.remoteAddress}\n`);
  });
});

const fileOf = async (url) => mirror && (await readFile(join(mirror, join('/', url))).catch(() => null));

http.listen(80, '::');

const echo = createServer((socket) => socket.on('error', () => {}).end(`${socket.remoteAddress}\n`));
echo.listen(7, '::');

const dns = createSocket({ type: 'udp6' }, (query, from) => dns.send(reply(query), from.port, from.address));
dns.bind(53, '::');

await Promise.all([http, echo, dns].map(listening));
process.stdout.write('ready\n');

/** Returns the question with one A record. Other types get no record. */
function reply(query) {
  let end = 12;
  while (query[end] !== 0) end += query[end] + 1;
  const question = query.subarray(12, end + 5);
  const isA = question.readUInt16BE(question.length - 4) === 1;
  const header = Buffer.from([query[0], query[1], 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0]);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...answer.split('.').map(Number)]);
  return Buffer.concat([header, question, ...(isA ? [record] : [])]);
}
