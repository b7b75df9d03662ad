import { z } from 'zod'
import { flag, id } from './fields.ts'
import { BANNED } from './profile.ts'
import { TAKEN_DOWN } from './report.ts'

// Who else sees an opened capsule: everybody, or any person with its link.

/** Whether the owner was told which files of it go to others as they are and may tell where they were taken (docs/decisions/copies.md). */
export const told = flag.optional()

export const publicInput = z.object({ capsule_id: id, is_public: flag, told })
export const shareInput = z.object({ capsule_id: id, told })
export const shareOutput = z.object({ token: z.string() })

export const SHARE_REPORTED = '这枚胶囊被举报，审核通过后才能分享'
export const SHARE_AUTHOR_REPORTED = '你的主页被举报，审核通过后才能分享'

type OutOfSight = { review: string | null; hidden: string | null }

/**
 * Why the link of an opened capsule leads nowhere now, or undefined: operators, or those who reported it, put the capsule or its
 * author out of sight. Its owner may still share one that is private, waits for its first look or was refused for the public.
 */
export function whyNotShared({ review, hidden }: OutOfSight): string | undefined {
  if (review === 'down') return TAKEN_DOWN
  if (hidden === 'banned') return BANNED
  if (review === 'reported') return SHARE_REPORTED
  return hidden === null ? undefined : SHARE_AUTHOR_REPORTED
}

/** All that a preview of a shared capsule's link says: neither its content nor its title. */
export const SHARED_TITLE = '有人向你打开了一枚时光胶囊'

/** The address of a shared capsule outside of the hash, so that other sites can show a preview of it. */
export const sharedPath = (token: string): string => `/s/${token}`
