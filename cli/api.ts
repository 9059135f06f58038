/** `./innkeeper api`: calls any operation of the API over HTTP, as a customer. The commands are generated from the contract. */
import { homeAt } from '@innkeeper/apps/installation/home';
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';
import { createClient } from '@innkeeper/sdk/client';
import { Command, Option } from 'commander';
import { call, withFiles } from './api/call.ts';
import { buildInput, fieldsOf, optionsOf } from './api/fields.ts';
import { requireRunning, rerunWithCertificate } from './demo/connection.ts';
import { UsageError } from './output/errors.ts';
import { homeOption, type WithHome } from './program/home-option.ts';

interface ApiOptions extends WithHome {
  apiUrl?: string;
  apiToken?: string;
  json?: boolean;
}

/** Returns the command. Only `operation` gets its flags, because there are more than a hundred operations. */
export function apiCommand(operation = process.argv[3]): Command {
  const command = new Command('api')
    .description('call an operation of the API as a customer, with a token of theirs')
    .usage('<operation> [options]');
  for (const name of OPERATION_NAMES) command.addCommand(name === operation ? operationCommand(name) : bare(name));
  return command;
}

function bare(name: OperationName): Command {
  return new Command(name).description(operationOf(name).title);
}

export function operationCommand(name: OperationName): Command {
  const entry = operationOf(name);
  const fields = fieldsOf(entry);
  const command = bare(name).summary(entry.title).description(entry.summary);
  for (const option of fields.flatMap(optionsOf)) command.addOption(option.default(undefined));
  command
    .addOption(
      new Option('--api-url <url>', 'URL of the API with its version (default: the URL of this installation)').env(
        'INNKEEPER_URL',
      ),
    )
    .addOption(new Option('--api-token <token>', 'token of the customer').env('INNKEEPER_TOKEN'))
    .addOption(homeOption())
    .option('--json', 'print errors as JSON; replies are always JSON');
  return command.action(async () => {
    const options = command.opts<ApiOptions>();
    const { apiToken: token } = options;
    if (token === undefined)
      throw new UsageError(
        'A token is missing. Set INNKEEPER_TOKEN or --api-token. Create a token with ./innkeeper token create.',
      );
    const input = await withFiles(fields, buildInput(fields, options as Record<string, unknown>));
    const baseUrl = await urlOf(options);
    if (baseUrl !== null) await call(createClient({ baseUrl, token }), name, input, process.stdout);
  });
}

/** Returns the URL of the API. Returns `null` if a child process, which trusts the installation's certificate, ran the whole command. */
async function urlOf({ apiUrl, home }: ApiOptions): Promise<string | null> {
  if (apiUrl !== undefined) return apiUrl;
  const running = await requireRunning(homeAt(home));
  const code = await rerunWithCertificate(running);
  if (code === null) return `${running.url}/v1`;
  process.exitCode = code;
  return null;
}
