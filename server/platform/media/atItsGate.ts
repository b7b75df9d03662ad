import type { WaitFor } from '#server/platform/outside/gates.ts'
import type { ObjectStore } from './store.ts'

/** A bucket as a call may ask it: at its gate, like any platform. */
export function atItsGate(media: ObjectStore, waitFor: WaitFor): ObjectStore {
  const wait = <T>(ask: () => Promise<T>): Promise<T> => waitFor('bucket', ask)
  return {
    ...media,
    sizeOf: (key) => wait(() => media.sizeOf(key)),
    read: (object, start, end) => wait(() => media.read(object, start, end)),
    findCuts: (object) => wait(() => media.findCuts(object)),
    copy: (from, to) => wait(() => media.copy(from, to)),
    remove: (key) => wait(() => media.remove(key)),
    grant: (caller) => media.grant(caller, wait),
  }
}
