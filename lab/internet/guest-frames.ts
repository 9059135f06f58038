/**
 * Lets a real guest send raw frames, which its own programs cannot. The host's Perl and its libraries, 2 MB, are copied over SSH and write
 * to the network card.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { run } from '@innkeeper/engine/host/run';
import type { SshEndpoint } from '@innkeeper/engine/network/port';

interface Login {
  endpoint: SshEndpoint;
  /** Path of the private key. */
  identity: string;
}

/**
 * Sends each line of hex as a frame. The AF_PACKET address has family, protocol and interface. Its other fields are not needed for sending.
 */
const SCRIPT = `
open(my $file, '<', '/sys/class/net/eth0/ifindex') or die; my $index = <$file>;
socket(my $card, 17, 3, 0) or die $!;
my $to = pack('S n i S C C a8', 17, 0, $index, 0, 0, 6, '');
while (my $line = <STDIN>) { chomp $line; for (1 .. 100) { last if send($card, pack('H*', $line), 0, $to); select(undef, undef, undef, 0.01); } }
`;

const DIRECTORY = '/tmp/frames';

/** Returns a function that sends frames given as hex. The guest must answer SSH. */
export async function frameSender(login: Login): Promise<(frames: readonly string[]) => Promise<void>> {
  const linked = (await run('ldd', ['/usr/bin/perl'])).match(/\/\S+/g) ?? [];
  const loader = linked.find((file) => basename(file).startsWith('ld-linux')) ?? '';
  const files = ['/usr/bin/perl', ...linked].join(' ');
  const pack = spawn('sh', ['-c', `tar -chz --transform 's|.*/||' -f - ${files} 2>/dev/null`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await inGuest(login, `mkdir -p ${DIRECTORY} && tar -xz -C ${DIRECTORY} -f -`, pack.stdout);
  await inGuest(login, `cat > ${DIRECTORY}/send.pl`, SCRIPT);
  const command = `cd ${DIRECTORY} && ./${basename(loader)} --library-path . ./perl send.pl`;
  return (frames) => inGuest(login, command, `${frames.join('\n')}\n`);
}

async function inGuest({ endpoint, identity }: Login, command: string, input: string | NodeJS.ReadableStream): Promise<void> {
  const options = ['BatchMode=yes', 'StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=30'];
  const ssh = ['ssh', '-q', '-i', identity, ...options.flatMap((one) => ['-o', one]), `root@${endpoint.host}`, command];
  const [file = '', ...args] = endpoint.namespace === null ? ssh : ['ip', 'netns', 'exec', endpoint.namespace, ...ssh];
  const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  if (typeof input === 'string') child.stdin.end(input);
  else input.pipe(child.stdin);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ended with ${code} in the guest`);
}
