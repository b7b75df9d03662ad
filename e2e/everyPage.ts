import type { Page } from '@playwright/test'
import { PAGES, type PageName, type PageQuery } from '../contract/pages.ts'
import { chinaMonth } from '../contract/time.ts'
import { ask, type Person } from './site.ts'

export const DEMO = { tel: '13800000000', password: 'capsule88' }
export const LONG = '写给很多年以后还会在雨天想起今天这场雨和这把伞的我们两个人的一封长长长长长长长长长长的信'

/** The demonstration account's things, and one draft with a title of many words. */
export async function known(site: string, { token }: Pick<Person, 'token'>) {
  const { capsules: opened } = await ask(site, 'myOpenCapsules', {}, token)
  const { capsules: sealed } = await ask(site, 'myClosedCapsules', {}, token)
  const { capsules: home } = await ask(site, 'capsuleOpenList', {}, token)
  const { capsules: diaries } = await ask(site, 'diaryList', { date: chinaMonth(Date.now()) }, token)
  const content = [{ type: 0 as const, content: `<p>${LONG.repeat(9)}</p>`, comment: '' }]
  const draft = await ask(site, 'createTimeDraft', { content, long_tag: LONG }, token)
  const { user } = await ask(site, 'userInfo', {}, token)
  return {
    user,
    content,
    opened: opened.data[0]!.id,
    letter: opened.data.find(({ type }) => type === 0)!.id,
    sealed: sealed.data[0]!.id,
    author: home.find(({ user: author }) => author && author.id !== user.id)!.user!,
    diary: diaries.data[0]?.id,
    draft: draft.capsule_id,
  }
}
export type Known = Awaited<ReturnType<typeof known>>

/** A capsule that is made up to its last page, as the device keeps it. */
export async function beMaking(page: Page, { user, content }: Known): Promise<void> {
  const draft = {
    owner: user.id,
    key: crypto.randomUUID(),
    type: 0,
    content,
    content_type: 0,
    unsealDate: '2046-11-22 23:59:59',
    sealed_at: '',
    sealed_at_format: '',
    long_tag: LONG,
    description: '',
    isLock: 0,
    key_answer: [{ question: '您的学号是？', answer: '2046' }],
    send_word: '',
    contact: { tel: '13900000000' },
    draft_id: '',
  }
  const kept = JSON.stringify({ state: { draft }, version: 1 })
  await page.evaluate((kept) => localStorage.setItem('createCapsuleInfo', kept), kept)
}

/** Where each page is looked at; `undefined`: only a journey comes there (it needs bytes, a platform, or a link). */
export const SCREENS: Record<PageName, (known: Known) => PageQuery | undefined> = {
  landing: () => undefined, // leads a signed-in person home: looked at signed out, below
  spread: () => undefined,
  login: () => undefined,
  site: () => undefined, // a frame around the others: desktop.spec.ts
  home: () => ({}),
  me: () => ({}),
  unseal: ({ opened }) => ({ id: opened }),
  success: () => ({}),
  promises: () => ({ at: 'kept' }),
  verify: ({ opened }) => ({ id: opened }),
  ending: () => ({}),
  editor: () => ({}),
  chooseLocation: () => ({}),
  openLocation: () => ({ name: LONG, address: LONG, latitude: '31.239692', longitude: '121.499755' }),
  notFound: () => ({}),
  setting: () => ({}),
  bindTel: () => ({}),
  sessions: () => ({}),
  moveIn: () => ({}),
  archive: () => ({}),
  inbox: () => ({}),
  blocked: () => ({}),
  calendar: () => ({}),
  feedback: () => ({}),
  about: () => ({}),
  cancelAccount: () => ({}),
  taskCenter: () => ({}),
  userProtocol: () => ({}),
  meCapsule: () => ({}),
  draftBox: () => ({}),
  mylove: () => ({}),
  userHome: ({ author }) => ({ user_id: author.id, userName: author.nickname }),
  rechargeCenter: () => ({}),
  orders: () => ({}),
  capsuleRecord: () => ({}),
  ownSearch: () => ({ keyword: '的' }),
  yearReview: () => ({}),
  capsuleDetail: ({ opened }) => ({ id: opened, isOther: '0' }),
  unsealLink: () => ({ unseal_token: 'x'.repeat(43) }),
  waiting: () => ({ token: 'x' }),
  handOver: ({ sealed }) => ({ id: sealed }),
  poster: ({ opened }) => ({ id: opened }),
  ticket: ({ sealed }) => ({ id: sealed }),
  deblocking: ({ sealed }) => ({ id: sealed, name: LONG }),
  notices: ({ sealed }) => ({ id: sealed }),
  confirmContact: () => ({ token: 'x' }),
  diaryList: () => ({}),
  writeDiary: () => ({}),
  previewDiary: ({ diary }) => (diary ? { id: diary } : undefined),
  deletedDiaries: () => ({}),
  timeCapsule: () => ({}),
  textCapsule: ({ draft }) => ({ type: '0', id: draft }),
  graphicCapsule: () => ({}),
  preview: () => undefined,
  video: () => undefined,
  playVideo: () => undefined,
  forecastCapsule: () => ({}),
  forecastRecord: () => ({}),
  sealOne: () => ({ type: '0' }),
  sealTwo: () => ({ type: '0' }),
  sealThree: () => ({ type: '0' }),
  sealFour: () => ({ type: '0' }),
}
export const NAMES = Object.keys(PAGES) as PageName[]
/** Pages that strangers see. */
export const OUTSIDE = [
  ...(['landing', 'spread', 'login', 'notFound', 'success', 'unseal', 'userProtocol', 'about'] as const),
  ...(['promises', 'verify', 'ending', 'editor', 'chooseLocation', 'openLocation'] as const),
] as const
