// Runs in a namespace. `send FROM TO` keeps packets in transit. `count DEVICE PID...` prints every 100 ms the CPU time of the threads in
// ns, and the number of packets that arrived on the device.
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';

const [what, one, other, ...more] = process.argv.slice(2);

if (what === 'send') {
  const socket = createSocket('udp4');
  socket.on('error', () => {});
  socket.bind(5000, one, () => {
    socket.setTTL(255);
    // More packets than the loop can hold. The kernel drops the excess.
    setInterval(() => {
      for (let i = 0; i < 5; i += 1) socket.send('x'.repeat(64), 7000, other, () => {});
    }, 1);
  });
} else {
  setInterval(() => {
    const devices = readFileSync('/proc/self/net/dev', 'utf8').split('\n');
    const line = devices.find((text) => text.trim().startsWith(`${one}:`)) ?? '';
    const cpu = [other, ...more].map((id) => Number(readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ')[0]));
    const packets = line.split(':')[1]?.trim().split(/\s+/)[1] ?? 0;
    process.stdout.write(`${cpu.reduce((sum, ns) => sum + ns, 0)} ${packets}\n`);
  }, 100);
}
