// A fake peer in a network namespace, over UDP. `send FROM TO PORT NAME` sends "NAME number" each millisecond. `receive ADDRESS PORT`
// prints each message as a line. It runs until it is killed.
import { createSocket } from 'node:dgram';

const [act, ...rest] = process.argv.slice(2);
const socketOf = (address) => createSocket(address.includes(':') ? 'udp6' : 'udp4');

if (act === 'receive') {
  const [address, port] = rest;
  const socket = socketOf(address);
  socket.on('message', (message) => process.stdout.write(`${message}\n`));
  socket.bind(Number(port), address, () => process.stdout.write('ready\n'));
} else {
  const [from, to, port, name] = rest;
  const socket = socketOf(from);
  let number = 0;
  const say = () => socket.send(`${name} ${number++}`, Number(port), to, () => undefined);
  socket.bind(0, from, () => setInterval(say, 1));
  socket.on('error', () => undefined);
}
