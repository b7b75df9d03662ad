import { useRef } from 'react'
import { type CallError, NO_ANSWER } from '#web/api.ts'
import { sendAsked } from './changed.ts'

/**
 * Sends what is written, each writing once. One that got no answer may have been carried out all the same: before
 * something else is sent `settle` repeats it as it was, under its old key, so that what comes next goes on from there.
 */
export function useWriting<I extends { revision?: number }, O>(send: (input: I) => Promise<O>) {
  const unanswered = useRef<I>(undefined)

  async function sendOne(input: I): Promise<O> {
    unanswered.current = input
    try {
      const answer = await send(input)
      unanswered.current = undefined
      return answer
    } catch (error) {
      if (!isSilence(error)) unanswered.current = undefined
      throw error
    }
  }

  /** What the unanswered writing came to; undefined when there is none, it is `next` itself, or it was refused. */
  async function settle(next: I): Promise<O | undefined> {
    const before = unanswered.current
    if (!before || JSON.stringify(before) === JSON.stringify(next)) return undefined
    return sendOne(before).catch((error) => {
      if (isSilence(error)) throw error
      return undefined
    })
  }

  /** Undefined when it would write over something newer, and the person does not want that. */
  const write = (input: I) => sendAsked(input, sendOne)

  return { write, settle, isUnanswered: () => unanswered.current !== undefined }
}

const isSilence = (error: unknown): boolean => (error as CallError).code === NO_ANSWER
