const DATABASE_TIMEOUT_MS = 10_000

/** The answer of the browser's database, or undefined: some refuse – full, forbidden – and some never answer. */
export async function quietly<T>(act: () => Promise<T>, ms = DATABASE_TIMEOUT_MS): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms))
  try {
    return await Promise.race([act(), late])
  } catch {
    return undefined
  }
}
