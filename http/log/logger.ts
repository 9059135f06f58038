import type { BaseLogger } from 'pino';

/** What http needs of a logger, such as pino. It never gets headers or bodies, so no secret can reach the log. */
export type HttpLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>;
