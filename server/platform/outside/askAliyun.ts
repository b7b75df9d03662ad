import { randomUUID } from 'node:crypto'
import { type AccessKey, type Acs3Call, signAcs3 } from './acs3.ts'
import { label } from './delivery.ts'
import { readText } from './readText.ts'

type Question = Pick<Acs3Call, 'action' | 'version' | 'query' | 'form'>

/** Asks an Aliyun service once, and throws when no answer comes. */
export async function askAliyun(
  settings: AccessKey & { url: string },
  question: Question,
  timeoutMs: number,
): Promise<{ status: number; text: string }> {
  const call = { ...question, baseUrl: settings.url, at: new Date(), nonce: randomUUID() }
  const { url, headers, body } = signAcs3(settings, call)
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
  return { status: response.status, text: await readText(response) }
}

/** An answer's fields; none when it is no JSON. */
export function fieldsOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Why no answer came; fetch hides the system's error behind its own. */
export function codeOf(error: unknown): string | undefined {
  const { name, cause } = error as Error & { cause?: { code?: unknown } }
  return label(cause?.code) ?? label(name)
}
