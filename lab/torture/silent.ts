export const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
