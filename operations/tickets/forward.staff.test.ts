import { assignAddress } from '@innkeeper/db/tables/ip-addresses';
import { insertReceivedMail } from '@innkeeper/db/tables/received-mails';
import { insertTicket } from '@innkeeper/db/tables/tickets';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator(lab);
});
afterAll(() => lab.close());

test('forwardTicket takes the arrival of a complaint without a recorded time, and refuses other tickets', async () => {
  const at = new Date();
  const { accountId } = await givenAccount(lab.db);
  const nodeId = await givenNode(lab.db);
  const serverId = await givenServer(lab.db, { accountId, address: false });
  const { address } = await assignAddress(lab.db, {
    version: 4,
    accountId,
    serverId,
    nodeId,
    now: new Date(at.getTime() - 1_000),
  });
  const ordinary = await givenTicket(lab.db, { accountId });
  const { department_id } = await lab.db.selectFrom('tickets').select('department_id').executeTakeFirstOrThrow();
  const owner = { complaint: true, account_id: null, user_id: null, requester: null };
  const times = { created_at: at, updated_at: at, waiting_since: at };
  const ticket = await insertTicket(lab.db, { ...times, ...owner, department_id, subject: 'Abuse' });
  await insertReceivedMail(lab.db, {
    ...{ received_at: at, handled_at: at, source: 'pipe', bytes: 1, sha256: '1'.repeat(64), outcome: 'complaint' },
    ...{ ticket_id: ticket, complaint_addresses: [address] },
  });
  const message = 'Please stop it.';
  const { id } = await operator.run('forwardTicket', { ticket, message });
  expect(await operator.run('showTicket', { ticket: id })).toMatchObject({
    ...{ account: accountId, complaint: false, status: 'answered' },
    messages: [{ internal: false, text: `We received a complaint about ${address} at ${at.toISOString()}.\n\n${message}` }],
  });
  await expect(operator.run('forwardTicket', { ticket: ordinary, message })).rejects.toThrow('holds no complaint');
  await expect(operator.run('forwardTicket', { ticket: 9_999, message })).rejects.toThrow('does not exist');
});
