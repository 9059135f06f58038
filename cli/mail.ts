/** Defines the command `./innkeeper mail`, with the texts that it prints. */
import { Readable } from 'node:stream';
import { homeAt } from '@innkeeper/apps/installation/home';
import { mails } from '@innkeeper/contract/operations/mails.staff';
import { receiveMail } from '@innkeeper/domain/mail-in/receive';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { MAX_MAIL_BYTES } from '@innkeeper/model/mail-in/mail';
import { listMails, retryMail } from '@innkeeper/operations/mails.staff';
import { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction, openInstallation } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';
import { homeOption, type WithHome } from './program/home-option.ts';

const COLUMNS: ColumnsOf<'listMails'> = {
  MAIL: ({ id }) => id,
  SINCE: ({ created_at }) => created_at,
  TO: ({ address }) => address,
  TEXT: ({ template }) => template,
  STATE: ({ state, tries, next_try_at }) => (next_try_at && tries > 0 ? `next attempt ${next_try_at}` : state),
  ERROR: ({ error }) => error ?? '',
};

export const mailBindings: Bindings<typeof mails> = {
  listMails: { run: inOneTransaction(listMails), format: (page) => formatPage(page, COLUMNS, 'There are no such mails.') },
  retryMail: { run: inOneTransaction(retryMail), format: ({ id, address }) => `Mail ${id} to ${address} is being sent again.` },
};

export function mailCommand(): Command {
  return nounCommand('mail', 'manage mail to customers, and receive mail to support', mails, mailBindings).addCommand(
    receiveCommand(),
  );
}

/** Exit codes of sysexits.h, as mail servers expect. 65: the input is empty or too large. */
const EXIT_INVALID_INPUT = 65;
const EXIT_RETRY_LATER = 75;

class InvalidMailInput extends Error {}

/** Returns `mail receive`, for the pipe of a mail server. Its exit code is 0 once the mail's file and row are on disk. */
function receiveCommand(): Command {
  const command = new Command('receive')
    .description(
      'receive a mail to support from standard input, as the pipe command of a mail server; exit code 75 asks the server to retry',
    )
    .addOption(homeOption())
    .option('--recipient <address>', 'recipient of the mail (default: from its headers)')
    // Ignore unknown arguments, so that a mail server that adds arguments loses no mail.
    .allowExcessArguments()
    .allowUnknownOption();
  return command.action(async () => {
    const { home, recipient } = command.opts<WithHome & { recipient?: string }>();
    try {
      await receive(home, recipient ?? null, process.stdin);
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = error instanceof InvalidMailInput ? EXIT_INVALID_INPUT : EXIT_RETRY_LATER;
    }
  });
}

async function receive(directory: string | undefined, recipient: string | null, input: Readable): Promise<void> {
  const installation = openInstallation(directory, { changes: true });
  // Refuse during a recovery, before a file is written. Otherwise each retry of the mail server would leave a file, and no sweep runs.
  await installation.requireChangesAllowed();
  const files = openAttachmentDirectory(homeAt(directory).receivedMail);
  const stored = await files.write(Readable.from(limitSize(input)), new AbortController().signal);
  try {
    if (stored.bytes === 0) throw new InvalidMailInput('Standard input is empty. Send the mail to standard input.');
    const isNew = await installation.commit((cx) => receiveMail(cx, { ...stored, source: 'pipe', recipient }));
    if (!isNew) await files.remove([stored.key]);
  } catch (error) {
    // The commit may have succeeded, so keep the file. The sweep deletes it later if no row refers to it.
    if (error instanceof InvalidMailInput) await files.remove([stored.key]);
    throw error;
  }
}

async function* limitSize(input: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_MAIL_BYTES) throw new InvalidMailInput(`The mail is too large: the limit is ${MAX_MAIL_BYTES} bytes.`);
    yield chunk;
  }
}
