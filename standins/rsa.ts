import { generateKeyPairSync, type KeyObject } from 'node:crypto'

export type Pair = { privateKey: KeyObject; publicKey: KeyObject }

/** A key pair of RSA, made when it is first asked for: making one holds the main thread for some 200 ms. */
export function pairWhenNeeded(): () => Pair {
  let made: Pair | undefined
  return () => {
    made ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    return made
  }
}

export const privatePem = ({ privateKey }: Pair): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

export const publicPem = ({ publicKey }: Pair): string => publicKey.export({ type: 'spki', format: 'pem' }).toString()
