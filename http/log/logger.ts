import type { BaseLogger } from 'pino';

/** What http needs of a logger; pino is one. It is given neither headers nor bodies, so no secret can reach the log. */
export type HttpLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>;
