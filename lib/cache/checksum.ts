/** The checksum of what is kept in a cache: it finds accidents, not forgeries. Pure. */

/** The SHA-256 of `bytes`, as 64 hexadecimal digits. */
export async function checksumOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
