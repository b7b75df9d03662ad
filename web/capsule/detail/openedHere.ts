import { device } from '#web/client/storage/storage.ts'

const KEPT = 'openedHere'
/** How many capsules are remembered; the oldest are forgotten first. */
const MOST = 100

/** Whether this shared capsule has been opened on this device: a present is unwrapped once. */
export const wasOpenedHere = (id: string): boolean => opened().includes(id)

export const noteOpenedHere = (id: string): void =>
  void device.setItem(KEPT, JSON.stringify([id, ...opened().filter((other) => other !== id)].slice(0, MOST)))

/** The remembered ids; any other value in the storage counts as none. */
function opened(): unknown[] {
  const kept = device.read<unknown>(KEPT)
  return Array.isArray(kept) ? kept : []
}
