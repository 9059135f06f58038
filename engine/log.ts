/** The logger interface of the engine, implemented by pino. Fields come first, then a message. */
export interface EngineLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const SILENT_LOG: EngineLog = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
