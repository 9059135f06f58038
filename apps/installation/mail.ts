/**
 * Where an installation's mail goes: `mail.json` in the home, made by the operator. Without it every mail is a file in `<home>/mail`.
 *
 *     { "from": "Shop <noreply@example.com>", "smtp": { "host": "smtp.example.com", "user": "shop" } }
 *
 * The port is 587 with STARTTLS unless it says otherwise (`"port"`, `"tls": "implicit"`); `"tls": "none"` is for a server on this host.
 * The password comes from INNKEEPER_SMTP_PASSWORD, or from `password` in the file, which then must be readable by its owner alone.
 */
import { readIfThere } from '@innkeeper/engine/atomic';
import type { MailOptions } from '@innkeeper/engine/mail/open';
import { z } from 'zod';
import { FatalStart } from '../processes/messages.ts';
import type { Home } from './home.ts';
import { refuseOpenFile } from './operators-file.ts';

const PORTS = { starttls: 587, implicit: 465, none: 25 };
const ON_THIS_HOST = ['localhost', '127.0.0.1', '::1'];
const ADDRESS = /^[^\s<>@,;:"]+@[^\s<>@,;:"]+$|^[^<>@,;:"\r\n]+ <[^\s<>@,;:"]+@[^\s<>@,;:"]+>$/;

const MailFile = z.strictObject({
  from: z.string().regex(ADDRESS, 'must be an address, or a name with an address: Shop <noreply@example.com>'),
  smtp: z
    .strictObject({
      host: z.string().regex(/^[A-Za-z0-9.:-]{1,253}$/, 'is no name or address of a host'),
      port: z.int().min(1).max(65_535).optional(),
      tls: z.enum(['starttls', 'implicit', 'none']).default('starttls'),
      user: z.string().min(1).optional(),
      password: z.string().min(1).optional(),
    })
    .refine(({ tls, host }) => tls !== 'none' || ON_THIS_HOST.includes(host), {
      path: ['tls'],
      error: 'may be none for a server on this host only',
    })
    .nullable()
    .default(null),
});

export type MailSettings = Pick<MailOptions, 'from' | 'smtp'>;

/** Fails with `FatalStart`, naming what is wrong. */
export async function readMailSettings(home: Home, env: NodeJS.ProcessEnv): Promise<MailSettings> {
  const text = await readIfThere(home.mailFile);
  if (text === null) return { from: 'Innkeeper <innkeeper@localhost>', smtp: null };
  const { from, smtp } = parsed(text, home.mailFile);
  if (!smtp) return { from, smtp };
  if (smtp.password !== undefined) await refuseOpenFile(home.mailFile);
  const { host, tls, user, port = PORTS[tls] } = smtp;
  const password = env.INNKEEPER_SMTP_PASSWORD || smtp.password;
  if ((user === undefined) !== (password === undefined))
    throw new FatalStart(
      `${home.mailFile} needs a user and a password for its SMTP server (INNKEEPER_SMTP_PASSWORD), or neither.`,
    );
  const credentials = user !== undefined && password !== undefined ? { user, password } : null;
  return { from, smtp: { host, port, tls, credentials } };
}

function parsed(text: string, path: string): z.output<typeof MailFile> {
  try {
    return MailFile.parse(JSON.parse(text));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    const what = issue ? `${issue.path.join('.') || 'its content'}: ${issue.message}` : 'it is not JSON';
    throw new FatalStart(`${path} cannot be used. ${what}`);
  }
}
