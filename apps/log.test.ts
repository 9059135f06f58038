import { pino } from 'pino';
import { expect, it } from 'vitest';
import { requestLines } from './log.ts';

it("writes a request's line in the same format as pino", () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line.replace(/"time":\d+/, '"time":0'));
  const log = pino({ name: 'api' }, { write });
  const line = { path: '/v1/"\u0001\ud800\\ä', status: 200, code: undefined, account: 7, ms: 0.4 };
  log.info(line, 'request');
  requestLines(log, write)(line);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toBe(lines[0]);
});

it('writes no line at a higher log level', () => {
  requestLines(pino({ level: 'warn' }), expect.fail)({});
});
