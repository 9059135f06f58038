/** A server that replies like VIES, including its faults, for tests. Numbers with correct check digits are valid. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkVAT, countries } from 'jsvat';

export interface LocalVies {
  url: string;
  /** Bodies of the requests, oldest first. */
  readonly receivedQueries: Record<string, string>[];
  /** Sends the following replies. `undefined` replies normally. */
  reply: ((response: http.ServerResponse, question: Record<string, string>) => void) | undefined;
  close(): Promise<void>;
}

const MEMBERS = /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)$/;

export async function openLocalVies(): Promise<LocalVies> {
  const vies: LocalVies = { url: '', receivedQueries: [], reply: undefined, close };
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const question = JSON.parse(body) as Record<string, string>;
      vies.receivedQueries.push(question);
      (vies.reply ?? answer)(response, question);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vies.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest-api/check-vat-number`;
  function close(): Promise<void> {
    server.closeAllConnections();
    return new Promise((resolve) => void server.close(() => resolve()));
  }
  return vies;
}

export function json(response: http.ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Returns a reply with a fault in the format of VIES, which sends most faults with status 200. */
export function fault(error: string, status = 200): NonNullable<LocalVies['reply']> {
  return (response) => json(response, status, { actionSucceed: false, errorWrappers: [{ error }] });
}

let requests = 0;
function answer(response: http.ServerResponse, question: Record<string, string>): void {
  const { countryCode = '', vatNumber = '', requesterMemberStateCode: requester, requesterNumber } = question;
  const isRequesterKnown = requester === undefined || requester === 'XI' || MEMBERS.test(requester);
  if (!MEMBERS.test(countryCode) || !isRequesterKnown || !/^[0-9A-Z+*]{2,14}$/.test(vatNumber)) {
    fault('INVALID_INPUT')(response, question);
    return;
  }
  const valid = checkVAT(countryCode + vatNumber, countries).isValid;
  requests += 1;
  json(response, 200, {
    ...{ countryCode, vatNumber, requestDate: '2026-01-02T03:04:05.678Z', valid },
    requestIdentifier: requesterNumber ? `WAPIAAAA${requests}` : '',
    name: valid && countryCode !== 'DE' ? 'Given GmbH' : '---',
    address: valid && countryCode !== 'DE' ? 'Main Street 1\n1010 Vienna' : '---',
    ...{ traderNameMatch: 'NOT_PROCESSED', traderStreetMatch: 'NOT_PROCESSED' },
  });
}
