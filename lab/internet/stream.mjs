// A TCP connection under load. `serve` echoes on ports 9000 and 9001. `stream ADDRESS PORT` sends numbered lines as fast as they return,
// and prints the last number each 50 ms. A missing number or a closed connection is an error.
import { connect, createServer } from 'node:net';

const [what, address, port] = process.argv.slice(2);

if (what === 'serve') {
  for (const one of [9000, 9001]) createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(one, '::');
  process.stdout.write('ready\n');
} else {
  const socket = connect({ host: address, port: Number(port) });
  let [sent, received, rest] = [0, 0, ''];
  const send = () => {
    for (let i = 0; i < 100; i += 1) {
      sent += 1;
      socket.write(`${sent}\n`);
    }
  };
  socket.setEncoding('utf8');
  socket.on('connect', send);
  socket.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      received += 1;
      if (Number(line) !== received) throw new Error(`${line} came in place of ${received}`);
    }
    if (received === sent) send();
  });
  socket.on('close', () => process.exit(1));
  setInterval(() => process.stdout.write(`${received}\n`), 50);
}
