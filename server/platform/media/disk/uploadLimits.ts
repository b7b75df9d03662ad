import { makeKeyedLimit } from '#server/core/concurrency/keyedLimit.ts'
import { unavailable } from './refusal.ts'

const PERSON_MOST = 6
const PROCESS_MOST = 64
/** Forms that have not come to their file: nobody knows yet whose they are. */
const FORMS_MOST = 200

export type UploadLimits = ReturnType<typeof makeUploadLimits>

const refusal = () => unavailable('同时上传的文件太多了，请稍后再试')
const FORMS = [{ crowd: 'forms', most: FORMS_MOST, refusal }]
const uploadsOf = (userId: number) => [
  { crowd: 'uploads', most: PROCESS_MOST, refusal },
  { crowd: `uploads of ${userId}`, most: PERSON_MOST, refusal },
]

/** Uploads that run now: so many a person, so many a process, and how many bytes they may still bring. */
export function makeUploadLimits() {
  const takePlaces = makeKeyedLimit()
  const comingOf = new Map<number, number>()
  let coming = 0

  const bytesOf = (userId: number): number => comingOf.get(userId) ?? 0

  function expect(userId: number, bytes: number): void {
    coming += bytes
    comingOf.set(userId, bytesOf(userId) + bytes)
    if (bytesOf(userId) === 0) comingOf.delete(userId)
  }

  return {
    /** Counts a form for as long as it has not come to its file; throws when there are too many. */
    async whileRead<T>(read: () => Promise<T>): Promise<T> {
      const leave = takePlaces(FORMS)
      return read().finally(leave)
    },
    /** Throws when there is none; gives a function that frees it. */
    take(userId: number, size: number): () => void {
      const leave = takePlaces(uploadsOf(userId))
      expect(userId, size)
      return () => {
        leave()
        expect(userId, -size)
      }
    },
    bytesOf,
    bytes: (): number => coming,
  }
}
