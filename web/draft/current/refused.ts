import { create } from 'zustand'
import type { CallError } from '#web/client/transport.ts'
import { failItem } from './files.ts'

/** The upload that was refused last, and why: it is marked where it is shown, until it is taken out there. */
export const useRefused = create<{ key?: string; reason?: string }>(() => ({}))

/** Marks the upload that a refusal is about, if it is about one. */
export function markRefused({ data, message: reason }: CallError) {
  const { key } = (data ?? {}) as { key?: string }
  if (!key) return
  useRefused.setState({ key, reason })
  failItem(key, reason)
}
