import { CopyLine } from './copy.tsx';
import { texts } from './server-texts.ts';

/** Shows the SSH command of a server for copying. `ssh`: target for a client, or `null`. */
export function SshLine({ ssh }: { ssh: { host: string; port: number; user: string } | null }) {
  if (ssh === null) return <p className="faint">{texts.noSsh}</p>;
  const port = ssh.port === 22 ? '' : ` -p ${ssh.port}`;
  return <CopyLine text={`ssh${port} ${ssh.user}@${ssh.host}`} label={texts.sshLabel} />;
}
