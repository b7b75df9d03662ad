import { PAGES, type PageName, type PageQuery } from '../contract/pages.ts'
import { chinaMonth } from '../contract/time.ts'
import { ask, type Person } from './site.ts'

export const DEMO = { tel: '13800000000', password: 'capsule88' }
export const LONG = '写给很多年以后还会在雨天想起今天这场雨和这把伞的我们两个人的一封长长长长长长长长长长的信'

/** What the demonstration account has, and one draft with a title of many words. */
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
    sealed: sealed.data[0]!.id,
    author: home.find(({ user: author }) => author && author.id !== user.id)!.user!,
    diary: diaries.data[0]?.id,
    draft: draft.capsule_id,
  }
}
export type Known = Awaited<ReturnType<typeof known>>

/** Where each page is looked at; `undefined`: only a journey comes there (it needs bytes, a platform, or a link). */
export const SCREENS: Record<PageName, (known: Known) => PageQuery | undefined> = {
  landing: () => undefined, // leads home who is signed in: looked at signed out, below
  spread: () => undefined,
  login: () => undefined,
  site: () => undefined, // a frame around the others: desktop.spec.ts
  home: () => ({}),
  me: () => ({}),
  unseal: ({ opened }) => ({ id: opened }),
  success: () => ({}),
  promises: () => ({ at: 'kept' }),
  editor: () => ({}),
  chooseLocation: () => ({}),
  openLocation: () => ({ name: LONG, address: LONG, latitude: '31.239692', longitude: '121.499755' }),
  notFound: () => ({}),
  setting: () => ({}),
  bindTel: () => ({}),
  sessions: () => ({}),
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
  poster: ({ opened }) => ({ id: opened }),
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
/** What strangers see. */
export const OUTSIDE = [
  ...(['landing', 'spread', 'login', 'notFound', 'success', 'unseal', 'userProtocol', 'about'] as const),
  ...(['promises', 'editor', 'chooseLocation', 'openLocation'] as const),
] as const
