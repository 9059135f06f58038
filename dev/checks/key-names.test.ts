import { describe, expect, it } from 'vitest';
import { findUnknownKeys } from './key-names.ts';

const judge = (text: string, path = 'docs/guide/a.md') => findUnknownKeys([{ path, text }]);

describe('a key of the configuration in a document', () => {
  it.each([
    ['a key', '`money.order_due`, `money.order_due = "3d"`'],
    ['a section', '`database.tls`'],
    ['the file of a secret', '`mail.smtp.password_file=FILE`'],
    ['a variable', '`INNKEEPER_MONEY_ORDER_DUE`, `INNKEEPER_MAIL_SMTP_PASSWORD_FILE`, `INNKEEPER_HOME`'],
    ['a command', '```sh\n./innkeeper config set panel.url https://example.com mail.from=a && ./innkeeper config reload\n```'],
    ['a file or host', '`mail.json`, `api.ts`, `mail.example.ch`'],
    ['another name', '`server.restart`, `Account.id`'],
  ])('exists: %s', (_what, text) => {
    expect(judge(text)).toEqual([]);
  });

  it.each([
    ['a key', '`money.order_dues`', 'there is no key money.order_dues. Use money.order_due'],
    ['the file of what is no secret', '`mail.from_file`', 'there is no key mail.from_file'],
    ['a variable', '`INNKEEPER_ORDER_DUE=3d`', 'INNKEEPER_ORDER_DUE is unknown'],
    ['a renamed variable', '`INNKEEPER_SMTP_PASSWORD`', 'INNKEEPER_SMTP_PASSWORD was renamed to INNKEEPER_MAIL_SMTP_PASSWORD'],
    ['a key of a command', '\n```sh\n./innkeeper config set panel.urls https://example.com\n```', 'there is no key panel.urls'],
    ['one of several keys', '`./innkeeper config set mail.from=a mail.form=b`', 'there is no key mail.form'],
  ])('is reported if it does not exist: %s', (_what, text, problem) => {
    expect(judge(text)).toEqual([expect.stringContaining(problem)]);
  });

  it('is checked in guides only, because other documents name columns and older names', () => {
    expect(judge('`accounts.owner`', 'docs/decisions/a.md')).toEqual([]);
  });
});
