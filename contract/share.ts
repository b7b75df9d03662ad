import { z } from 'zod'
import { flag, id } from './fields.ts'

// Who else sees an opened capsule: everybody, or whoever has its link.

export const publicInput = z.object({ capsule_id: id, is_public: flag })
export const shareOutput = z.object({ token: z.string() })

/** All that is said of a shared capsule where its address is shown: nothing of what is in it, nor what it is called. */
export const SHARED_TITLE = '有人向你打开了一枚时光胶囊'

/** Where a shared capsule stands outside of the hash, so that others can say something of the address. */
export const sharedPath = (token: string): string => `/s/${token}`
