/**
 * Every page by its name, and where it stands after the `#`. `web/app/routes.tsx` says which component that is, who may see
 * it, and by what other addresses; the server's doors and letters lead here by the same names.
 */
export const PAGES = {
  landing: '/',
  spread: '/pages/spread',
  site: '/pages/site',
  login: '/pages/login/login',
  home: '/pages/home/home',
  me: '/pages/me/me',
  unseal: '/pages/unseal',
  success: '/pages/success',
  editor: '/pages/editor',
  promises: '/pages/promises',
  verify: '/pages/verify',
  ending: '/pages/ending',
  chooseLocation: '/choose-location',
  openLocation: '/open-location',
  notFound: '/404',

  setting: '/subPages/me/setting',
  bindTel: '/subPages/me/bindTel',
  sessions: '/subPages/me/sessions',
  moveIn: '/subPages/me/moveIn',
  archive: '/subPages/me/archive',
  inbox: '/subPages/me/inbox',
  blocked: '/subPages/me/blocked',
  calendar: '/subPages/me/calendar',
  feedback: '/subPages/me/feedback',
  about: '/subPages/me/about',
  cancelAccount: '/subPages/me/cancelAccount',
  taskCenter: '/subPages/me/taskCenter',
  userProtocol: '/subPages/me/userProtocol',
  meCapsule: '/subPages/me/meCapsule',
  draftBox: '/subPages/me/draftBox',
  mylove: '/subPages/me/mylove',
  userHome: '/subPages/me/userHome',
  rechargeCenter: '/subPages/me/rechargeCenter',
  orders: '/subPages/me/orders',
  capsuleRecord: '/subPages/me/capsuleRecord',
  ownSearch: '/subPages/me/ownSearch',
  yearReview: '/subPages/me/yearReview',
  capsuleDetail: '/subPages/me/capsuleDetail',
  unsealLink: '/unsealLink/$unseal_token',
  waiting: '/pages/waiting',
  handOver: '/subPages/me/handOver',
  poster: '/subPages/me/poster',
  ticket: '/subPages/me/ticket',
  deblocking: '/subPages/me/deblocking',
  notices: '/subPages/me/notices',
  confirmContact: '/subPages/me/confirmContact',

  diaryList: '/subPages/diary/diaryList',
  writeDiary: '/subPages/diary/writeDiary',
  previewDiary: '/subPages/diary/previewDiary',
  deletedDiaries: '/subPages/diary/deletedDiaries',

  timeCapsule: '/subPages/time/timeCapsule',
  textCapsule: '/subPages/time/textCapsule',
  graphicCapsule: '/subPages/time/graphicCapsule',
  preview: '/subPages/time/preview',
  video: '/subPages/time/video',
  playVideo: '/subPages/time/playVideo',
  forecastCapsule: '/subPages/forecast/forecastCapsule',
  forecastRecord: '/subPages/forecast/forecastRecord',

  sealOne: '/subPages/seal/sealOne',
  sealTwo: '/subPages/seal/sealTwo',
  sealThree: '/subPages/seal/sealThree',
  sealFour: '/subPages/seal/sealFour',
} as const

export type PageName = keyof typeof PAGES
/** The query of an address, beside its page; undefined and empty values are left out. */
export type PageQuery = Record<string, string | undefined>

/** The query as it stands in an address, with its `?`; '' when there is nothing to say. */
export function queryText(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&')
  return text && `?${text}`
}

/** The page's address after the `#`; a part of its path that is named by `$` is filled from the query. */
export function addressOf(name: PageName, query: PageQuery = {}): string {
  const rest = { ...query }
  const path = PAGES[name].replace(/\$(\w+)/g, (_, part: string) => {
    const value = rest[part] ?? ''
    delete rest[part]
    return encodeURIComponent(value)
  })
  return path + queryText(rest)
}

/** The page's address with its `#`: for links, and behind the site's own address in letters. */
export const href = (name: PageName, query: PageQuery = {}): string => `#${addressOf(name, query)}`
