import { device } from '#web/storage.ts'

const KEPT = 'openedHere'
/** As many as somebody may come back to; the oldest go first. */
const MOST = 100

/** Whether this shared capsule has been opened on this device: a present is unwrapped once. */
export const wasOpenedHere = (id: string): boolean => opened().includes(id)

export const noteOpenedHere = (id: string): void =>
  void device.setItem(KEPT, JSON.stringify([id, ...opened().filter((other) => other !== id)].slice(0, MOST)))

/** Whatever others have written there counts as nothing. */
function opened(): unknown[] {
  const kept = device.read<unknown>(KEPT)
  return Array.isArray(kept) ? kept : []
}
