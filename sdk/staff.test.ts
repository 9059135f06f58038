/** Tests the staff's client against the real API. */
import { OPERATOR_ROUTES, SIGN_IN_ROUTES } from '@innkeeper/contract/operator/routes';
import { type Lab, openLab } from '@innkeeper/lab/app';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { type GivenStaff, givenStaff, givenStaffSession } from '@innkeeper/lab/given-staff';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import {
  ApiError,
  type Approval,
  createStaffClient,
  type FileReply,
  type Input,
  InsufficientRoleError,
  NotFoundError,
  type Output,
  ReauthenticationRequiredError,
  type ReplyInfo,
  type StaffClient,
  UnauthenticatedError,
  ValidationError,
  WrongStateError,
} from './staff.ts';

let lab: Lab;
let baseUrl: string;
let accounts: GivenAccount[];
let ann: GivenStaff;
let support: StaffClient;
let billing: StaffClient;
let owner: StaffClient;
beforeAll(async () => {
  lab = await openLab();
  baseUrl = `${await lab.app.listen({ port: 0, host: '127.0.0.1' })}/v1`;
  accounts = [await givenAccount(lab.db), await givenAccount(lab.db), await givenAccount(lab.db)];
  ann = await givenStaff(lab.db, { role: 'support', name: 'Ann' });
  const clientOf = async (role: 'billing' | 'owner') =>
    createStaffClient({ baseUrl, token: (await givenStaff(lab.db, { role })).token });
  support = createStaffClient({ baseUrl, token: ann.token });
  [billing, owner] = [await clientOf('billing'), await clientOf('owner')];
});
afterAll(() => lab.close());

const idOf = (index: number): string => String(accounts[index]?.accountId);

/** Returns a `fetch` that loses the first reply, and the number of sent requests. */
function losingFirstReply() {
  const sent = { count: 0 };
  const losing: typeof fetch = async (url, init) => {
    sent.count += 1;
    const reply = await fetch(url, init);
    if (sent.count > 1) return reply;
    throw new TypeError('the reply is lost');
  };
  return { sent, fetch: losing };
}

it('has one method for each operation that the API serves to the staff', () => {
  const names = [...OPERATOR_ROUTES, ...SIGN_IN_ROUTES].map(({ name }) => name);
  expect(Object.keys(support).toSorted()).toEqual(names.toSorted());
});

describe('a list', () => {
  it('is a page, or all items of all pages', async () => {
    const page = await support.listAccounts({ per_page: 2 });
    expect(page).toMatchObject({ page: 1, per_page: 2, total: 3, data: [expect.anything(), expect.anything()] });
    const ids: number[] = [];
    for await (const { id } of support.listAccounts({ per_page: 2 })) ids.push(id);
    expect(ids.toSorted()).toEqual(accounts.map(({ accountId }) => accountId).toSorted());
    expect(await support.listAccounts({ suspended: true })).toMatchObject({ total: 0 });
  });

  it('goes through the audit log, whose pages have no number', async () => {
    for (const text of ['one', 'two', 'three']) await support.noteAccount({ account: idOf(0), text });
    const pages: ReplyInfo[] = [];
    const ids: number[] = [];
    const query = { person: ann.id, action: 'noteAccount', per_page: 2 };
    for await (const { id } of support.listAudit(query, { onReply: (info) => pages.push(info) })) ids.push(id);
    expect([pages.length, new Set(ids).size]).toEqual([2, 3]);
  });
});

describe('a change', () => {
  it('takes path and body as one flat object', async () => {
    const suspended = await support.suspendAccount({ account: idOf(1), reason: 'Unpaid.' });
    expect(suspended).toMatchObject({ id: accounts[1]?.accountId, suspend_reason: 'Unpaid.', servers_running: 0 });
    expect(await support.showAccount({ account: idOf(1) })).toMatchObject({ suspend_reason: 'Unpaid.', notes: [] });
    expect(await support.resumeAccount({ account: idOf(1) })).toMatchObject({ suspended_at: null });
  });

  it('is made once, however often its reply is lost', async () => {
    const { sent, fetch } = losingFirstReply();
    const replies: ReplyInfo[] = [];
    const client = createStaffClient({ baseUrl, token: ann.token, fetch });
    await client.noteAccount({ account: idOf(2), text: 'Called back.' }, { onReply: (info) => replies.push(info) });
    expect([sent.count, replies[0]?.replayed]).toEqual([2, true]);
    expect((await support.showAccount({ account: idOf(2) })).notes).toMatchObject([{ text: 'Called back.', by: 'Ann' }]);
  });

  it('is not repeated after a lost reply with a secret', async () => {
    const { sent, fetch } = losingFirstReply();
    const { id, token } = await givenStaff(lab.db, { role: 'owner' });
    const person = String(id);
    const client = createStaffClient({ baseUrl, token, fetch });
    await expect(client.tokenStaff({ person, name: 'nightly' })).rejects.toThrow('the reply is lost');
    expect(sent.count).toBe(1);
    const { data } = await owner.tokensStaff({ person });
    expect(data.filter(({ name }) => name === 'nightly')).toHaveLength(1);
  });

  it('above the daily limit waits for a second person', async () => {
    const credit = { account: idOf(0), amount: '150', reason: 'For the outage.' };
    const statuses: number[] = [];
    const waiting = await billing.fundAccount(credit, { onReply: ({ status }) => statuses.push(status) });
    if (!('requested_by' in waiting)) return expect.fail('was credited at once');
    expect([statuses, waiting.operation, waiting.state]).toEqual([[202], 'fundAccount', 'waiting']);
    await expect(billing.approveApproval({ approval: waiting.id })).rejects.toThrow(WrongStateError);
    expect(await owner.approveApproval({ approval: waiting.id })).toMatchObject({ state: 'approved' });
    expect(await billing.showAccount({ account: idOf(0) })).toMatchObject({ balance: '150.00' });
    const funded = await billing.fundAccount({ account: idOf(0), amount: '1' });
    expect('requested_by' in funded ? undefined : funded.balance).toBe('151.00');
  });
});

it('uploads files with an answer, and downloads them', async () => {
  const { accountId, userId: user_id } = accounts[0] ?? expect.fail();
  const ticket = await givenTicket(lab.db, { accountId, user_id });
  const log = new File(['kernel panic'], 'boot.log', { type: 'text/plain' });
  const key = { idempotencyKey: 'answer-1' };
  const answer = { ticket, message: 'Please run this.', resolve: true, attachments: [log] };
  const written = await support.replyTicket(answer, key);
  expect(written.status).toBe('resolved');
  expect(await support.replyTicket(answer, key)).toEqual(written);
  const { messages } = await support.showTicket({ ticket });
  const [file] = messages.at(-1)?.attachments ?? [];
  const saved = await support.saveAttachment({ attachment: file?.id ?? 0 });
  expect([saved.name, await saved.content.text()]).toEqual(['boot.log', 'kernel panic']);
  expect(await support.noteTicket({ ticket, message: 'No file here.' })).toMatchObject({ id: ticket });
});

describe('a refusal', () => {
  it.each<[string, () => Promise<unknown>, typeof ApiError, number]>([
    ['of a role', () => support.fundAccount({ account: idOf(0), amount: '1' }), InsufficientRoleError, 403],
    ['of an unknown account', () => support.showAccount({ account: '999999' }), NotFoundError, 404],
    ['of a state', () => support.resumeAccount({ account: idOf(0) }), WrongStateError, 422],
    ['of a field', () => support.noteAccount({ account: idOf(0), text: '' }), ValidationError, 422],
    [
      'of a customer',
      () => createStaffClient({ baseUrl, token: accounts[0]?.token ?? '' }).listAccounts(),
      UnauthenticatedError,
      401,
    ],
  ])('%s has its class', async (_what, call, Refusal, status) => {
    const refusal = await call().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ status });
  });

  it('of a session that has not confirmed its identity lately has its class, and reads pass', async () => {
    const person = await givenStaff(lab.db, { role: 'owner' });
    const { headers } = await givenStaffSession(lab.db, person, new Date(Date.now() - 16 * 60_000));
    const inPage: typeof fetch = (url, init) => fetch(url, { ...init, headers: { ...(init?.headers as object), ...headers } });
    const page = createStaffClient({ baseUrl, fetch: inPage });
    expect(await page.showStaffSession()).toMatchObject({ staff: { id: person.id } });
    const change = page.setAccount({ account: idOf(0), name: 'Ada' });
    await expect(change).rejects.toThrow(ReauthenticationRequiredError);
  });
});

it('is typed by the contract', () => {
  expectTypeOf<Input<'saveAttachment'>>().toEqualTypeOf<{ attachment: number }>();
  expectTypeOf<Output<'saveAttachment'>>().toEqualTypeOf<FileReply>();
  expectTypeOf<Output<'approveApproval'>>().toEqualTypeOf<Approval>();
  expectTypeOf<Input<'reportTax'>['quarter']>().toEqualTypeOf<string>();
  expectTypeOf<Extract<Output<'fundAccount'>, { requested_by: string }>>().toEqualTypeOf<Approval>();
  // Operations of the host alone, and of customers, have no method.
  expectTypeOf<StaffClient>().not.toHaveProperty('inviteStaff');
  expectTypeOf<StaffClient>().not.toHaveProperty('deployServer');
});
