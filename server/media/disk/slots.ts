import { unavailable } from './refusal.ts'

const PERSON_MOST = 6
const PROCESS_MOST = 64
/** Forms that have not come to their file: nobody knows yet whose they are. */
const FORMS_MOST = 200

export type Slots = ReturnType<typeof makeSlots>
type Running = { uploads: number; bytes: number }

/** Uploads that run now: so many a person, so many a process, and how much they may still bring. */
export function makeSlots() {
  const people = new Map<number, Running>()
  let forms = 0
  let uploads = 0
  let bytes = 0

  const runningOf = (userId: number): Running => people.get(userId) ?? { uploads: 0, bytes: 0 }

  function change(userId: number, { uploads: more, bytes: weight }: Running): void {
    const running = runningOf(userId)
    uploads += more
    bytes += weight
    people.set(userId, { uploads: running.uploads + more, bytes: running.bytes + weight })
    if (runningOf(userId).uploads === 0) people.delete(userId)
  }

  return {
    /** Counts a form for as long as it has not come to its file; throws when there are too many. */
    async whileRead<T>(read: () => Promise<T>): Promise<T> {
      if (forms >= FORMS_MOST) throw unavailable('同时上传的文件太多了，请稍后再试')
      forms += 1
      return read().finally(() => {
        forms -= 1
      })
    },
    /** Throws when there is none; gives a function that frees it. */
    take(userId: number, size: number): () => void {
      if (uploads >= PROCESS_MOST || runningOf(userId).uploads >= PERSON_MOST) {
        throw unavailable('同时上传的文件太多了，请稍后再试')
      }
      change(userId, { uploads: 1, bytes: size })
      return () => change(userId, { uploads: -1, bytes: -size })
    },
    bytesOf: (userId: number): number => runningOf(userId).bytes,
    bytes: (): number => bytes,
  }
}
