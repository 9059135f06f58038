import { loadProgram } from '@innkeeper/cli/program/program';
import { describe, expect, it } from 'vitest';
import { findWrongCommands } from './commands.ts';

const program = await loadProgram();
const judge = (text: string, path = 'docs/guide/money.md') => findWrongCommands(program, [{ path, text }]);

describe('a command in a document', () => {
  it.each([
    ['in a span', 'Run `./innkeeper payment refund 7 --amount "1 000"`.'],
    ['of a whole noun', 'See `./innkeeper payment`, and `./innkeeper COMMAND --help`.'],
    ['with placeholders', '`./innkeeper payment refund PAYMENT --amount=AMOUNT`'],
    ['with a list', '`./innkeeper ticket reply 12 --attachments a b --json`, `./innkeeper config unset a b c`'],
    ['in a block, with other programs', '```sh\ncd a && ./innkeeper payment list --json | jq . > a.json   # shows --all\n```'],
    ['over several lines', '```sh\n./innkeeper payment refund 7 \\\n  --amount 1\n```'],
    ['in an indented block', 'Text\n\n    ./innkeeper up      # starts what is missing'],
    ['in a column', '    ./innkeeper up         apps/supervisor.ts: starts\n`./innkeeper payment list, without a cache`'],
    ['as another program', '`worker -e 1`, `payment -e 1`, `payment dev/a.ts`'],
    ['without the program', '`payment list`, `up --no-demo`, `payment_orders`, `worker.ts is not there`'],
  ])('is accepted %s', (_where, text) => {
    expect(judge(text)).toEqual([]);
  });

  it.each([
    ['verb', '`./innkeeper payment pay 1`', '"payment" has no command "pay"'],
    ['verb without the program', 'See `payment pay`.', '"payment" has no command "pay"'],
    ['noun', '\n```sh\nsudo ./innkeeper invoices\n```', 'there is no command "invoices"'],
    ['option', '    ./innkeeper payment list --status open', '"payment list" has no option --status'],
    ['option without the program', '`up --demo-less`', '"up" has no option --demo-less'],
    ['option after &&', '`./innkeeper up && ./innkeeper up --detached`', '"up" has no option --detached'],
    [
      'option on a later line',
      '```sh\n./innkeeper payment list \\\n    --json \\\n  --status open\n```',
      '"payment list" has no option --status',
    ],
    ['option in a block of a list', '- a\n  ```sh\n  ./innkeeper up --detached\n  ```', '"up" has no option --detached'],
    ['option in a table', '| a | `up --detached`, `./innkeeper up` |', '"up" has no option --detached'],
    ['argument', '`./innkeeper payment list open`', '"payment list" takes no "open"'],
    ['argument too many', '`./innkeeper payment refund 1 5`', '"payment refund" takes no "5"'],
  ])('with a wrong %s is reported', (_what, text, problem) => {
    expect(judge(text)).toEqual([expect.stringContaining(problem)]);
  });

  it('is reported with its line', () => {
    expect(judge('a\n`payment pay`')).toEqual([
      'docs/guide/money.md:2 "payment" has no command "pay". Correct the document, or see ./innkeeper payment --help.',
    ]);
  });
});
