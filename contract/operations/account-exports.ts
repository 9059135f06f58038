import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { AccountExport } from '../schemas/account-export.ts';
import { byId } from './paths.ts';

/** What an account has here, for its owner to take along. */
export const accountExports = {
  listAccountExports: operation({
    method: 'GET',
    path: '/account/exports',
    group: 'Account exports',
    title: 'List exports',
    summary: 'Exports of the account, the newest first.',
    origin: 'ours',
    ability: 'read',
    needs: ['own'],
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(AccountExport), paginated: true },
    failures: [],
  }),
  createAccountExport: operation({
    method: 'POST',
    path: '/account/exports',
    group: 'Account exports',
    title: 'Export the account',
    summary:
      'Asks for all that the account has here as one ZIP file: JSON for each kind of thing, invoices as PDF, and the files of tickets; no secrets. It is written in the background, and a mail tells when it can be downloaded. One at a time, and three in 24 hours.',
    origin: 'ours',
    ability: 'account',
    needs: ['own'],
    recent: true,
    whileClosing: true,
    perMinute: 10,
    bodyKind: 'none',
    reply: { status: 201, schema: AccountExport },
    failures: ['wrong_state'],
  }),
  getAccountExport: operation({
    method: 'GET',
    path: '/account/exports/{id}',
    group: 'Account exports',
    title: 'Get an export',
    summary: 'An export of the account, and whether it can be downloaded.',
    origin: 'ours',
    ability: 'read',
    needs: ['own'],
    ...byId('account_export'),
    bodyKind: 'none',
    reply: { status: 200, schema: AccountExport },
    failures: [],
  }),
  downloadAccountExport: operation({
    method: 'GET',
    path: '/account/exports/{id}/download',
    group: 'Account exports',
    title: 'Download an export',
    summary: 'The ZIP file of an export, for seven days. Each download leaves a line in the audit log.',
    origin: 'ours',
    ability: 'account',
    needs: ['own'],
    recent: true,
    perMinute: 10,
    ...byId('account_export'),
    bodyKind: 'none',
    reply: { status: 200, contentType: 'application/zip' },
    failures: ['wrong_state'],
  }),
};
