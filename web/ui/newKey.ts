/** A key nobody else will make. `crypto.randomUUID` is absent on plain-http addresses of the local network. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
