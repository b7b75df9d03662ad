const MOST_BYTES = 64 * 1024

/** The body of an answer as text; throws when it has no end. */
export async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MOST_BYTES) throw new Error('an answer without end')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
