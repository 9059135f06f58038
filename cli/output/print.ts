/** Prints a reply to stdout: as JSON for programs, as text for people. */
export function printReply(options: { json?: boolean }, reply: unknown, format: () => string): void {
  console.log(options.json ? JSON.stringify(reply, null, 2) : format());
}
