import { createHash } from 'node:crypto'
import { ITEM } from '#contract/content.ts'

/**
 * Who and what there is at a size, by arithmetic, so that nothing need be read back. Of ten capsules five are closed,
 * two open, two open and public, one is a draft; each owner has 50, spread over the whole table. Then as many diaries, and
 * `stock`: what calls use up, each once.
 */
export type World = { capsules: number; owners: number; stock: Stock }
/** Capsules to unseal, drafts to become diaries, people to write the day's first diary, orders to pay. */
export type Stock = { due: number; drafts: number; newcomers: number; orders: number }
export type Range = { from: number; to: number }

const PER_OWNER = 50
/** Owners read, sealers write, takers are given to: so many that one balance's row lock is no bottleneck. */
export const SEALERS = 64
const READERS = 64
/** Drafts that are saved over, some of each sealer. */
const SAVED_OVER = 4 * SEALERS

export const NO_STOCK: Stock = { due: 0, drafts: 0, newcomers: 0, orders: 0 }
export const worldOf = (capsules: number, stock: Stock = NO_STOCK): World => ({
  capsules,
  owners: Math.floor(capsules / PER_OWNER),
  stock,
})

/** Owners come first, then the sealers, the takers, the newcomers. */
export const sealer = ({ owners }: World, turn: number): number => owners + 1 + (turn % SEALERS)
export const taker = ({ owners }: World, turn: number): number => owners + SEALERS + 1 + (turn % SEALERS)
export const newcomer = ({ owners }: World, turn: number): number => owners + 2 * SEALERS + 1 + turn
export const peopleOf = ({ owners, stock }: World): number => owners + 2 * SEALERS + stock.newcomers
export const reader = ({ owners }: World, turn: number): number => 1 + (turn % Math.min(READERS, owners))
export const tokenOf = (userId: number): string => createHash('sha256').update(`bench ${userId}`).digest('base64url')
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Ids begin at 1; a capsule's state follows from the last digit of its id (see `ROLES` in seed.ts). */
export function publicCapsule({ capsules }: World, turn: number): number {
  const tens = (turn * 7_919) % Math.floor(capsules / 10)
  return tens * 10 + 7 + (turn % 2)
}

/** Ids of what calls use up. Each part begins at a round number, so that the sealer follows from the id alone (`sealer`). */
export function stockIds({ capsules, stock }: World): { due: Range; drafts: Range; savedOver: Range } {
  const round = (id: number) => Math.ceil(id / SEALERS) * SEALERS
  const part = (from: number, count: number): Range => ({ from, to: from + count - 1 })
  const due = part(round(2 * capsules + 1), stock.due)
  const drafts = part(round(due.to + 1), stock.drafts)
  return { due, drafts, savedOver: part(round(drafts.to + 1), SAVED_OVER) }
}

/** The `turn`-th of these; throws where there are none left, so that no call is asked twice. */
export function taken({ from, to }: Range, turn: number): number {
  if (from + turn > to) throw new Error(`only ${to - from + 1} were made`)
  return from + turn
}

export const savedOver = (world: World, turn: number): number => stockIds(world).savedOver.from + (turn % SAVED_OVER)
export const orderNo = (nth: number): string => `bench${String(nth).padStart(12, '0')}`
/** Each sealer has two. */
export const picturesOf = (userId: number): string[] =>
  ['one', 'two'].map((nth) => `image/${userId}/bench-picture-${nth}.png`)

/** The people who write diaries: as many diaries as capsules, with later ids; each has 28 a month, from this one backwards. */
const DIARISTS = 32
const DIARIES_A_MONTH = 28
export const diarist = ({ owners }: World, turn: number): number => 1 + (turn % Math.min(DIARISTS, owners))
export const diaryShape = ({ owners }: World) => ({ people: Math.min(DIARISTS, owners), month: DIARIES_A_MONTH })

const LINE = '写给将来的自己：今天的风很轻，院子里的桂花开了，我把这些都放进胶囊里。'
/** About 1 kB of UTF-8, as one writes it. */
const HTML = `<p>${Array(9).fill(LINE).join('</p><p>')}</p>`
const itemsOf = (html: string) => [{ type: ITEM.text, content: html, comment: '' }]
export const ITEMS = itemsOf(HTML)
export const WORDS = '愿你平安。'

/** The writer's pictures below the same text. */
export const illustrated = (userId: number) =>
  itemsOf(
    HTML +
      picturesOf(userId)
        .map((key) => `<p><img src="${key}"></p>`)
        .join(''),
  )
