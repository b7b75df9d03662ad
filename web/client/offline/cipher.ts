const ALGORITHM = 'AES-GCM'
const BITS = 256
const IV_BYTES = 12

/** A value as it lies in the browser's database. */
export type Locked = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/** Undefined on plain http, where a browser gives no keys. */
const subtle = (): SubtleCrypto | undefined => globalThis.crypto?.subtle as SubtleCrypto | undefined

/** A key of which no script can have the bytes; undefined where there is none to be had. */
export const newLock = async (): Promise<CryptoKey | undefined> =>
  subtle()?.generateKey({ name: ALGORITHM, length: BITS }, false, ['encrypt', 'decrypt'])

/** `bound`: the sign-in and the place of the value, without which it does not open. */
export async function lock(key: CryptoKey, bound: string, bytes: BufferSource): Promise<Locked> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  return { iv, data: await crypto.subtle.encrypt(parameters(iv, bound), key, bytes) }
}

/** Undefined of a value that was locked by another key, under another sign-in, or for another place. */
export const unlock = (key: CryptoKey, bound: string, { iv, data }: Locked): Promise<ArrayBuffer | undefined> =>
  crypto.subtle.decrypt(parameters(iv, bound), key, data).catch(() => undefined)

const parameters = (iv: Uint8Array<ArrayBuffer>, bound: string) => ({
  name: ALGORITHM,
  iv,
  additionalData: new TextEncoder().encode(bound),
})
