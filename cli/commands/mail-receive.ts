/**
 * `./innkeeper mail receive`: takes a mail from a mail server's pipe. It answers with the codes of sysexits.h, as these servers want it: 0 once the
 * mail is ours (file and row are on the disk), 75 when it is to be tried again, 65 for what is no mail.
 */
import { Readable } from 'node:stream';
import { homeAt } from '@innkeeper/apps/installation/home';
import { receiveMail } from '@innkeeper/domain/mail-in/receive';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { MOST_MAIL_BYTES } from '@innkeeper/model/mail-in/mail';
import { Command } from 'commander';
import { openInstallation } from '../operator/installation.ts';
import { homeOption, type WithHome } from './home-option.ts';

const NO_MAIL = 65;
const TRY_AGAIN = 75;

class NoMail extends Error {}

export function mailReceiveCommand(): Command {
  const command = new Command('receive')
    .description(
      'receive a mail to support from standard input, as the pipe command of a mail server; exit code 75 asks the server to retry',
    )
    .addOption(homeOption())
    .option('--recipient <address>', 'recipient of the mail (default: from its headers)')
    // A server that adds arguments must not lose mail by it.
    .allowExcessArguments()
    .allowUnknownOption();
  return command.action(async () => {
    const { home, recipient } = command.opts<WithHome & { recipient?: string }>();
    try {
      await receive(home, recipient ?? null, process.stdin);
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = error instanceof NoMail ? NO_MAIL : TRY_AGAIN;
    }
  });
}

async function receive(directory: string | undefined, recipient: string | null, input: Readable): Promise<void> {
  const files = openAttachmentDirectory(homeAt(directory).receivedMail);
  const stored = await files.write(Readable.from(bounded(input)), new AbortController().signal);
  try {
    if (stored.bytes === 0) throw new NoMail('Standard input is empty. Send the mail to standard input.');
    const isNew = await openInstallation(directory).commit((cx) => receiveMail(cx, { ...stored, source: 'pipe', recipient }));
    if (!isNew) await files.remove([stored.key]);
  } catch (error) {
    // The commit may have succeeded, so keep the file. The sweep deletes it later if no row refers to it.
    if (error instanceof NoMail) await files.remove([stored.key]);
    throw error;
  }
}

async function* bounded(input: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_MAIL_BYTES) throw new NoMail(`The mail is too large: the limit is ${MOST_MAIL_BYTES} bytes.`);
    yield chunk;
  }
}
