const MOST_BYTES = 64 * 1024

/** The body of an answer as text; throws when it has no end. */
export const readText = async (response: Response): Promise<string> =>
  (await readBytes(response, MOST_BYTES)).toString()

/** The body as it came, for signatures and hashes. */
export async function readBytes(response: Response, mostBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > mostBytes) throw new Error('an answer without end')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
