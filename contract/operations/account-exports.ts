import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { AccountExport } from '../schemas/account-export.ts';
import { byId } from './paths.ts';

/** Export of an account's data for its owner. */
export const accountExports = {
  listAccountExports: operation({
    method: 'GET',
    path: '/account/exports',
    group: 'Account exports',
    title: 'List exports',
    summary: 'Lists exports of the account, newest first.',
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
      'Requests an export of all data of the account as one ZIP file. The file contains JSON per kind of data, invoices as PDF, and the files of tickets, but no secrets. It is written in the background, and an email announces it. One export can run at a time, and at most 3 in 24 hours. A suspended account can be exported too.',
    origin: 'ours',
    ability: 'account',
    needs: ['own'],
    requiresReauthentication: true,
    // The owner has a legal right to the data, whatever the account did.
    whileSuspended: true,
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
    summary: 'Returns an export of the account, and whether it can be downloaded.',
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
    summary: 'Returns the ZIP file of an export, for 7 days. Each download is recorded in the audit log.',
    origin: 'ours',
    ability: 'account',
    needs: ['own'],
    requiresReauthentication: true,
    perMinute: 10,
    ...byId('account_export'),
    bodyKind: 'none',
    reply: { status: 200, contentType: 'application/zip' },
    failures: ['wrong_state'],
  }),
};
