import { createHash } from 'node:crypto'
import { ITEM } from '#contract/content.ts'

/**
 * Who and what there is at a size, by arithmetic, so that nothing need be read back. Of ten capsules five are closed,
 * two open, two open and public, one is a draft; each owner has 50, spread over the whole table.
 */
export type World = { capsules: number; owners: number }

const PER_OWNER = 50
/** Owners sign in to read, sealers to seal and unseal: so many that one balance's row lock is no bottleneck. */
export const SEALERS = 64
const READERS = 64
export const SEALERS_BALANCE = 1_000_000
/** Capsules ready to be unsealed, each once, for each second of load. */
const DUE_PER_SECOND = 6_000

export const worldOf = (capsules: number): World => ({ capsules, owners: Math.floor(capsules / PER_OWNER) })
export const dueOf = (seconds: number): number => Math.ceil(DUE_PER_SECOND * (seconds + 1))
export const peopleOf = ({ owners }: World): number => owners + SEALERS

/** Owners come first, then the sealers. */
export const sealer = ({ owners }: World, turn: number): number => owners + 1 + (turn % SEALERS)
export const reader = ({ owners }: World, turn: number): number => 1 + (turn % Math.min(READERS, owners))
export const tokenOf = (userId: number): string => createHash('sha256').update(`bench ${userId}`).digest('base64url')
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Ids begin at 1; a capsule's state follows from the last digit of its id (see `ROLES` in seed.ts). */
export function publicCapsule({ capsules }: World, turn: number): number {
  const tens = (turn * 7_919) % Math.floor(capsules / 10)
  return tens * 10 + 7 + (turn % 2)
}

/** The people who write diaries: as many diaries as capsules, with later ids; each has 28 a month, from this one backwards. */
const DIARISTS = 32
const DIARIES_A_MONTH = 28
export const diarist = ({ owners }: World, turn: number): number => 1 + (turn % Math.min(DIARISTS, owners))
export const diaryShape = ({ owners }: World) => ({ people: Math.min(DIARISTS, owners), month: DIARIES_A_MONTH })

const LINE = '写给将来的自己：今天的风很轻，院子里的桂花开了，我把这些都放进胶囊里。'
/** About 1 kB of UTF-8, as one writes it. */
export const HTML = `<p>${Array(9).fill(LINE).join('</p><p>')}</p>`
export const ITEMS = [{ type: ITEM.text, content: HTML, comment: '' }]
export const WORDS = '愿你平安。'
