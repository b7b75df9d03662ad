import { readVerifierKey } from '#contract/signedNote.ts'
import { sha256 } from '#server/core/sha256.ts'

const TIMEOUT_MS = 2_000

/**
 * The public keys of the log as they are printed with the sheets of the master key, from the server that runs at this address; nothing
 * where none runs. Receipts are checked by them when everything else is gone.
 */
export async function keysForSheets(address: string): Promise<string> {
  const keys = await fetch(`${address}/log/keys`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    async (answer) => (answer.ok ? (await answer.text()).split('\n') : []),
    () => [],
  )
  const known = keys.filter((key) => readVerifierKey(sha256, key))
  return known.length > 0 ? `\n\n封存凭证的公钥（不必保密，核对凭证时用）：\n${known.join('\n')}` : ''
}
