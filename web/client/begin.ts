type Times = { monotonic: number; device: number }
/** By whom a call is made, as its headers say it. */
export type Asker = { token: string | undefined; source: string; key?: string | undefined }

/** A call on its way. */
export type Begun = Omit<Asker, 'key'> & {
  path: string
  body: string
  began: Times
  /** When the head of its answer was here. */
  heard: Times | undefined
  answer: Promise<Response>
  end: () => void
}

declare global {
  interface Window {
    /** The readings that the page of HTML has begun before any script had come (web/app/first/start.ts). */
    begun?: readonly Begun[]
  }
}

/**
 * Sends a call, and notes when by both clocks. The build puts it into the page of HTML as well, where the first calls begin
 * (web/app/first/start.ts): it names nothing outside itself.
 */
export function begin(path: string, body: string, { token, source, key }: Asker, deviceNow: () => number): Begun {
  const ending = new AbortController()
  const now = (): Times => ({ monotonic: performance.now(), device: deviceNow() })
  const headers = {
    'Content-Type': 'application/json',
    source,
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(key && { 'Idempotency-Key': key }),
  }
  const began = now()
  const begun: Begun = {
    ...{ path, body, token, source, began },
    heard: undefined,
    end: () => ending.abort(),
    answer: fetch(path, { method: 'POST', signal: ending.signal, headers, body }).then((response) => {
      begun.heard = now()
      return response
    }),
  }
  // The failure is told to the code that takes the call over, which may come later.
  begun.answer.catch(() => undefined)
  return begun
}
