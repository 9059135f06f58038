import type { BaseLogger } from 'pino';

/** Logger interface of http, such as pino. The log never gets headers or bodies, so no secret can reach it. */
export type HttpLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>;
