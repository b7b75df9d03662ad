import type { CaseKind, CaseReason, Verdict } from '#contract/cases.ts'
import { shownTitle } from '#contract/seal.ts'
import { hidePerson, showPerson } from '#server/capsules/publishing/people.ts'
import { hide, showUnlessHidden } from '#server/capsules/publishing/publish.ts'
import { setAvatar } from '#server/people/account/avatar.ts'
import { tell } from '#server/people/inbox/tell.ts'
import type { Tx } from '#server/platform/db/db.ts'

/** A case that is decided now; its subject is locked. */
export type Open = {
  id: number
  kind: CaseKind
  targetId: number
  userId: number
  why: CaseReason
  value: string | null
  /** The locked pictures of a person, or of the case itself. */
  pictures: { key: string }[]
}
type GivenVerdict = { decision: Verdict; note: string }
type Work = { db: Tx; open: Open; note: string }

/** Hides the subject until a second operator has agreed to the ban, or not. */
export async function suspend(db: Tx, { kind, targetId, userId }: Open): Promise<void> {
  if (kind === 'capsule') await hide(db, targetId, 'reported')
  else await hidePerson(db, userId, 'reported')
}

/** Carries a decision out, and tells the people it concerns. */
export async function carryOut(db: Tx, open: Open, { decision, note }: GivenVerdict): Promise<void> {
  const work = { db, open, note }
  if (open.kind === 'capsule') return CAPSULE[decision](work)
  // Its sender hears nothing but a ban: they do not learn who has read a letter.
  if (open.kind === 'letter') return decision === 'ban' ? ban(work) : undefined
  if (open.kind === 'user') return open.why === 'appeal' ? APPEAL[decision](work) : USER[decision](work)
  return VALUE[decision](work)
}

const CAPSULE: Record<Verdict, (work: Work) => Promise<void>> = {
  /** Nobody is told of a capsule that was never out of sight. */
  async pass({ db, open }) {
    const { review, long_tag } = await readCapsule(db, open)
    if (review === null) return
    await showUnlessHidden(db, open.targetId, open.userId)
    await tellOwner(db, open, 'public', `胶囊「${shownTitle(long_tag)}」已通过审核，所有人可见。`)
  },
  async down({ db, open, note }) {
    const title = shownTitle((await readCapsule(db, open)).long_tag)
    await hide(db, open.targetId, 'down')
    const text = open.why === 'appeal' ? `维持对胶囊「${title}」的下架` : `胶囊「${title}」已被下架，只有你能看到`
    await tellOwner(db, open, 'down', `${text}：${note}`)
  },
  async ban(work) {
    await CAPSULE.down(work)
    await ban(work)
  },
}

const USER: Record<Verdict, (work: Work) => Promise<void>> = {
  async pass({ db, open }) {
    const { hidden } = await readPerson(db, open)
    if (hidden === null) return
    await showPerson(db, open.userId)
    await tellOwner(db, open, 'public', '你的主页已通过审核，所有人可见。')
  },
  /** Name and picture are what others see of a person besides capsules, which are reported by themselves. */
  async down({ db, open, note }) {
    await setAvatar(db, { userId: open.userId, avatar: '', held: open.pictures })
    await db
      .updateTable('users')
      .set({ nickname: `时光旅人${String(open.userId).padStart(5, '0')}`, avatar: '' })
      .where('id', '=', open.userId)
      .execute()
    await showPerson(db, open.userId)
    await tellOwner(db, open, 'public', `你的昵称和头像已恢复为默认：${note}`)
  },
  ban,
}

/** Against a ban. */
const APPEAL: Record<Verdict, (work: Work) => Promise<void>> = {
  async pass({ db, open }) {
    await showPerson(db, open.userId)
    await tellOwner(db, open, 'public', '申诉成功，你的公开功能已恢复。')
  },
  async down({ db, open, note }) {
    await tellOwner(db, open, 'ban', `维持对你的公开功能的停用：${note}`)
  },
  ban,
}

const NAMED = { nickname: '昵称', avatar: '头像' } as const

const VALUE: Record<Verdict, (work: Work) => Promise<void>> = {
  async pass({ db, open }) {
    const value = open.value!
    if (open.kind === 'avatar') await setAvatar(db, { userId: open.userId, avatar: value, held: open.pictures })
    await db
      .updateTable('users')
      .set(open.kind === 'avatar' ? { avatar: value } : { nickname: value })
      .where('id', '=', open.userId)
      .execute()
    await tellOwner(db, open, 'public', `新${nameOf(open)}已通过审核。`)
  },
  async down({ db, open, note }) {
    await tellOwner(db, open, 'public', `新${nameOf(open)}没有通过审核：${note}`)
  },
  ban,
}

const nameOf = ({ kind }: Open): string => NAMED[kind as keyof typeof NAMED]

async function ban({ db, open, note }: Work): Promise<void> {
  await hidePerson(db, open.userId, 'banned')
  const text = `你的公开功能已停用：${note}。已封存的胶囊照常保存，到期照常打开，只有你能看到。`
  await tell(db, { userId: open.userId, kind: 'ban', text, caseId: open.id })
}

const readCapsule = (db: Tx, { targetId }: Open) =>
  db.selectFrom('capsules').select(['review', 'long_tag']).where('id', '=', targetId).executeTakeFirstOrThrow()

const readPerson = (db: Tx, { userId }: Open) =>
  db.selectFrom('users').select('hidden').where('id', '=', userId).executeTakeFirstOrThrow()

/** An owner can appeal once against a taking down: not against the outcome of an appeal. */
async function tellOwner(db: Tx, open: Open, kind: 'public' | 'down' | 'ban', text: string): Promise<void> {
  const to = open.kind === 'capsule' ? (['capsuleDetail', { id: String(open.targetId) }] as const) : (['me'] as const)
  const caseId = kind === 'public' || open.why === 'appeal' ? {} : { caseId: open.id }
  await tell(db, { userId: open.userId, kind, text, to: [...to], ...caseId })
}
