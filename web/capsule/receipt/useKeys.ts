import { useQuery } from '@tanstack/react-query'
import { hexOf } from '#contract/bytes.ts'
import { readVerifierKey } from '#contract/signedNote.ts'
import { proofTools } from '#web/client/proofTools.ts'

/** Every key by which our logs have ever signed, from our own site. */
export const useKeys = () => useQuery({ queryKey: ['logKeys'], queryFn: askKeys })

async function askKeys({ signal }: { signal: AbortSignal }): Promise<string[]> {
  const answer = await fetch('/log/keys', { signal })
  if (!answer.ok) throw new Error(`/log/keys answers ${answer.status}`)
  return (await answer.text()).split('\n').filter(Boolean)
}

/** The keys of this log, in the short form by which people compare them. */
export const shortKeys = (keys: readonly string[], origin: string): string =>
  keys
    .map((text) => readVerifierKey(proofTools.sha256, text))
    .flatMap((key) => (key?.name === origin ? [hexOf(key.id)] : []))
    .join('，')
