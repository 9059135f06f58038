/** Returns the buffer of these bytes, to give to a thread without a copy. Returns nothing for bytes of a shared buffer, which are copied. */
export function toTransferable({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && byteLength > 0 ? [buffer] : [];
}
