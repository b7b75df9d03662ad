import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PAGES, type PageName } from '#contract/pages.ts'
import { inTime } from '#web/shell/pageCode.ts'

type Guard = 'public' | 'signedIn' | 'signedOut' | 'byLink'
type Page = ReturnType<typeof lazyRouteComponent>
type Line = { guard: Guard; page: Page; aliases: readonly string[] }
export type PageRoute = Line & { path: string }

// biome-ignore format: one line a page
/** Every page there is (its address: `contract/pages.ts`): name, guard, the lazily loaded page, other addresses. */
const table: Record<PageName, Line> = {
  landing: anyone(page(() => import('#web/shell/Spread.tsx'), 'Spread')),
  spread: anyone(page(() => import('#web/shell/Spread.tsx'), 'Spread')),
  site: anyone(page(() => import('#web/shell/Site.tsx'), 'Site')),
  login: signedOut(page(() => import('#web/account/Login.tsx'), 'Login')),
  home: signedIn(page(() => import('#web/home/Home.tsx'), 'Home'), '/home'),
  me: signedIn(page(() => import('#web/account/Me.tsx'), 'Me'), '/me'),
  unseal: anyone(page(() => import('#web/unseal/Unseal.tsx'), 'Unseal')),
  success: anyone(page(() => import('#web/recharge/Success.tsx'), 'Success')),
  promises: anyone(page(() => import('#web/shell/Keeping.tsx'), 'Keeping')),
  editor: anyone(page(() => import('#web/writing/PlainEditor.tsx'), 'PlainEditor')),
  chooseLocation: anyone(page(() => import('#web/place/ChooseLocation.tsx'), 'ChooseLocation')),
  openLocation: anyone(page(() => import('#web/place/OpenLocation.tsx'), 'OpenLocation')),
  notFound: anyone(page(() => import('#web/shell/NotFound.tsx'), 'NotFound'), '/pages/404'),
  setting: signedIn(page(() => import('#web/profile/Setting.tsx'), 'Setting')),
  bindTel: signedIn(page(() => import('#web/profile/BindTel.tsx'), 'BindTel')),
  sessions: signedIn(page(() => import('#web/profile/Sessions.tsx'), 'Sessions')),
  inbox: signedIn(page(() => import('#web/inbox/Inbox.tsx'), 'Inbox')),
  blocked: signedIn(page(() => import('#web/report/Blocked.tsx'), 'Blocked')),
  calendar: signedIn(page(() => import('#web/calendar/CalendarFeed.tsx'), 'CalendarFeed')),
  feedback: signedIn(page(() => import('#web/feedback/Feedback.tsx'), 'Feedback')),
  about: anyone(page(() => import('#web/agreement/About.tsx'), 'About')),
  cancelAccount: signedIn(page(() => import('#web/profile/CancelAccount.tsx'), 'CancelAccount')),
  taskCenter: signedIn(page(() => import('#web/task/TaskCenter.tsx'), 'TaskCenter')),
  userProtocol: anyone(page(() => import('#web/agreement/UserProtocol.tsx'), 'UserProtocol')),
  meCapsule: signedIn(page(() => import('#web/capsule/MeCapsule.tsx'), 'MeCapsule')),
  draftBox: signedIn(page(() => import('#web/writing/DraftBox.tsx'), 'DraftBox')),
  mylove: signedIn(page(() => import('#web/social/Mylove.tsx'), 'Mylove')),
  userHome: signedIn(page(() => import('#web/social/UserHome.tsx'), 'UserHome')),
  rechargeCenter: signedIn(page(() => import('#web/recharge/RechargeCenter.tsx'), 'RechargeCenter')),
  orders: signedIn(page(() => import('#web/recharge/Orders.tsx'), 'Orders')),
  capsuleRecord: signedIn(page(() => import('#web/wallet/CapsuleRecord.tsx'), 'CapsuleRecord')),
  ownSearch: signedIn(page(() => import('#web/search/OwnSearch.tsx'), 'OwnSearch')),
  yearReview: signedIn(page(() => import('#web/year/YearReview.tsx'), 'YearReview')),
  capsuleDetail: byLink(page(() => import('#web/unseal/CapsuleDetail.tsx'), 'CapsuleDetail')),
  unsealLink: anyone(page(() => import('#web/unseal/UnsealLink.tsx'), 'UnsealLink'), '/subPages/me/unsealLink'),
  poster: signedIn(page(() => import('#web/poster/Poster.tsx'), 'Poster')),
  deblocking: signedIn(page(() => import('#web/unseal/Deblocking.tsx'), 'Deblocking')),
  notices: signedIn(page(() => import('#web/notice/Notices.tsx'), 'Notices')),
  confirmContact: anyone(page(() => import('#web/notice/ConfirmContact.tsx'), 'ConfirmContact')),
  diaryList: signedIn(page(() => import('#web/diary/DiaryList.tsx'), 'DiaryList')),
  writeDiary: signedIn(page(() => import('#web/diary/WriteDiary.tsx'), 'WriteDiary')),
  previewDiary: signedIn(page(() => import('#web/diary/PreviewDiary.tsx'), 'PreviewDiary')),
  deletedDiaries: signedIn(page(() => import('#web/diary/DeletedDiaries.tsx'), 'DeletedDiaries')),
  timeCapsule: signedIn(page(() => import('#web/shell/TimeCapsule.tsx'), 'TimeCapsule')),
  textCapsule: signedIn(page(() => import('#web/writing/TextCapsule.tsx'), 'TextCapsule')),
  graphicCapsule: signedIn(page(() => import('#web/graphic/GraphicCapsule.tsx'), 'GraphicCapsule')),
  preview: anyone(page(() => import('#web/media/Preview.tsx'), 'Preview')),
  video: anyone(page(() => import('#web/media/Video.tsx'), 'Video')),
  playVideo: anyone(page(() => import('#web/media/PlayVideo.tsx'), 'PlayVideo')),
  forecastCapsule: signedIn(page(() => import('#web/forecast/ForecastCapsule.tsx'), 'ForecastCapsule')),
  forecastRecord: signedIn(page(() => import('#web/forecast/ForecastRecord.tsx'), 'ForecastRecord')),
  sealOne: signedIn(page(() => import('#web/seal/SealOne.tsx'), 'SealOne')),
  sealTwo: signedIn(page(() => import('#web/seal/SealTwo.tsx'), 'SealTwo')),
  sealThree: signedIn(page(() => import('#web/seal/SealThree.tsx'), 'SealThree')),
  sealFour: signedIn(page(() => import('#web/seal/SealFour.tsx'), 'SealFour')),
}

export const routes: readonly PageRoute[] = Object.entries(table).map(([name, line]) => ({
  ...line,
  path: PAGES[name as PageName],
}))

/** A page by the name it is exported under; its code comes when it is asked for. */
function page<Name extends string>(load: () => Promise<Record<Name, () => ReactNode>>, name: Name): Page {
  return lazyRouteComponent(() => inTime(load), name)
}

/** Open to everybody. */
function anyone(page: Page, ...aliases: string[]): Line {
  return { guard: 'public', page, aliases }
}

/** Asks for a sign-in first. */
function signedIn(page: Page, ...aliases: string[]): Line {
  return { guard: 'signedIn', page, aliases }
}

/** Asks for a sign-in first, unless this capsule's link was opened in this tab. */
function byLink(page: Page): Line {
  return { guard: 'byLink', page, aliases: [] }
}

/** Sends a signed-in person home. */
function signedOut(page: Page, ...aliases: string[]): Line {
  return { guard: 'signedOut', page, aliases }
}
