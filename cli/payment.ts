/** `./innkeeper payment`, `dispute`, `bank` and `order`: incoming payments, and the orders that they pay for. */
import { type FileHandle, open } from 'node:fs/promises';
import { bank, disputes, orders, payments } from '@innkeeper/contract/operations/payments.staff';
import { MAX_STATEMENT_BYTES, readStatements, UnreadableStatement } from '@innkeeper/engine/payments/bank/camt';
import { invalid } from '@innkeeper/model/failures';
import { assignBank, importBank, listBank } from '@innkeeper/operations/bank.staff';
import { addOrder } from '@innkeeper/operations/orders.staff';
import {
  confirmPayment,
  failPayment,
  listPayments,
  refundPayment,
  settleDispute,
  showPayment,
} from '@innkeeper/operations/payments.staff';
import type { Command } from 'commander';
import {
  formatAddedOrder,
  formatAssigned,
  formatImport,
  formatLines,
  formatPayment,
  formatPayments,
  formatRefunded,
} from './format/payment.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const paymentBindings: Bindings<typeof payments> = {
  listPayments: { run: inOneTransaction(listPayments), format: formatPayments },
  showPayment: { run: inOneTransaction(showPayment), format: formatPayment },
  confirmPayment: { run: inOneTransaction(confirmPayment), format: formatPayment },
  failPayment: { run: inOneTransaction(failPayment), format: formatPayment },
  refundPayment: { run: inOneTransaction(refundPayment), format: formatRefunded },
};

export const disputeBindings: Bindings<typeof disputes> = {
  settleDispute: { run: inOneTransaction(settleDispute), format: formatPayment },
};

export const bankBindings: Bindings<typeof bank> = {
  importBank: {
    async run(installation, input) {
      const read = await readStatementFile(input.file);
      return installation.commit((cx) => importBank(cx, input, read));
    },
    format: formatImport,
    isIncomplete: ({ unreadable }) => unreadable.length > 0,
  },
  listBank: { run: inOneTransaction(listBank), format: formatLines },
  assignBank: { run: inOneTransaction(assignBank), format: formatAssigned },
};

export const orderBindings: Bindings<typeof orders> = {
  addOrder: { run: inOneTransaction(addOrder), format: formatAddedOrder },
};

async function readStatementFile(file: string) {
  try {
    return readStatements(await readBounded(file));
  } catch (error) {
    if (error instanceof UnreadableStatement) throw invalid('file', error.message);
    if (error instanceof Error && 'code' in error) throw invalid('file', `${file} cannot be read: ${error.message}`);
    throw error;
  }
}

/** Returns the content of a file, and at most one byte above the limit, which `readStatements` refuses. */
async function readBounded(file: string): Promise<Uint8Array> {
  const handle: FileHandle = await open(file);
  try {
    const chunks: Buffer[] = [];
    const stream = handle.createReadStream({ end: MAX_STATEMENT_BYTES, autoClose: false });
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } finally {
    await handle.close();
  }
}

export function paymentCommand(): Command {
  return nounCommand('payment', 'manage payments by gateways', payments, paymentBindings);
}

export function disputeCommand(): Command {
  return nounCommand('dispute', 'manage disputed payments (chargebacks)', disputes, disputeBindings);
}

export function bankCommand(): Command {
  return nounCommand('bank', 'manage credits of bank statements', bank, bankBindings);
}

export function orderCommand(): Command {
  return nounCommand('order', 'create orders by hand', orders, orderBindings);
}
