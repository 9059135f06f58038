// A DHCPv6 client for tests, in the namespace of a simulated guest. It sends Solicit, then Request on eth0 (RFC 8415), and prints the
// assigned address or `none`. Argument: the claimed MAC.
import { createSocket } from 'node:dgram';

const [mac = ''] = process.argv.slice(2);
const [SOLICIT, ADVERTISE, REQUEST, REPLY] = [1, 2, 3, 7];
const option = (code, data) => Buffer.concat([Buffer.from([code >> 8, code & 255, data.length >> 8, data.length & 255]), data]);
const clientId = option(1, Buffer.from([0, 3, 0, 1, ...mac.split(':').map((byte) => Number.parseInt(byte, 16))]));
const wanted = option(3, Buffer.alloc(12));
const message = (type, ...options) => Buffer.concat([Buffer.from([type, 7, 7, 7]), clientId, ...options]);

function optionsOf(data) {
  const found = new Map();
  for (let at = 0; at + 4 <= data.length; at += 4 + data.readUInt16BE(at + 2))
    found.set(data.readUInt16BE(at), data.subarray(at + 4, at + 4 + data.readUInt16BE(at + 2)));
  return found;
}

function end(text) {
  process.stdout.write(`${text}\n`);
  process.exit();
}

const socket = createSocket('udp6');
socket.on('message', (data) => {
  const options = optionsOf(data.subarray(4));
  const address = options.has(3) ? optionsOf(options.get(3).subarray(12)).get(5) : undefined;
  if (data[0] === ADVERTISE && address === undefined) end('none');
  if (data[0] === ADVERTISE) send(message(REQUEST, option(2, options.get(2)), wanted));
  if (data[0] === REPLY && address)
    end(
      address
        .subarray(0, 16)
        .toString('hex')
        .replace(/(.{4})(?=.)/g, '$1:'),
    );
});
const send = (data) => socket.send(data, 547, 'ff02::1:2%eth0');
socket.bind(546, '::', () => {
  socket.setMulticastInterface('::%eth0');
  send(message(SOLICIT, wanted));
});
setInterval(() => send(message(SOLICIT, wanted)), 1000);
setTimeout(() => end('none'), 8000);
