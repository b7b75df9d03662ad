import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PAGES, type PageName } from '#contract/pages.ts'
import { inTime } from '#web/client/pageCode.ts'

type Guard = 'public' | 'signedIn' | 'signedOut' | 'byLink'
type Page = ReturnType<typeof lazyRouteComponent>
type RouteFacts = { guard: Guard; page: Page; aliases: readonly string[] }
export type PageRoute = RouteFacts & { path: string }

// biome-ignore format: one line a page
/** Every page there is (its address: `contract/pages.ts`): name, guard, the lazily loaded page, other addresses. */
const table: Record<PageName, RouteFacts> = {
  landing: anyone(page(() => import('#web/app/shell/Spread.tsx'), 'Spread')),
  spread: anyone(page(() => import('#web/app/shell/Spread.tsx'), 'Spread')),
  site: anyone(page(() => import('#web/app/shell/Site.tsx'), 'Site')),
  login: signedOut(page(() => import('#web/people/account/Login.tsx'), 'Login')),
  home: signedIn(page(() => import('#web/look/home/Home.tsx'), 'Home'), '/home'),
  me: signedIn(page(() => import('#web/look/me/Me.tsx'), 'Me'), '/me'),
  unseal: anyone(page(() => import('#web/capsule/unseal/Unseal.tsx'), 'Unseal')),
  success: anyone(page(() => import('#web/shop/recharge/Success.tsx'), 'Success')),
  promises: anyone(page(() => import('#web/app/shell/Keeping.tsx'), 'Keeping')),
  verify: anyone(page(() => import('#web/capsule/receipt/Verify.tsx'), 'Verify')),
  ending: anyone(page(() => import('#web/people/about/Ending.tsx'), 'Ending')),
  editor: anyone(page(() => import('#web/make/writing/PlainEditor.tsx'), 'PlainEditor')),
  chooseLocation: anyone(page(() => import('#web/make/place/ChooseLocation.tsx'), 'ChooseLocation')),
  openLocation: anyone(page(() => import('#web/capsule/place/OpenLocation.tsx'), 'OpenLocation')),
  notFound: anyone(page(() => import('#web/app/shell/NotFound.tsx'), 'NotFound'), '/pages/404'),
  setting: signedIn(page(() => import('#web/people/profile/Setting.tsx'), 'Setting')),
  bindTel: signedIn(page(() => import('#web/people/profile/BindTel.tsx'), 'BindTel')),
  sessions: signedIn(page(() => import('#web/people/profile/Sessions.tsx'), 'Sessions')),
  moveIn: signedIn(page(() => import('#web/people/moveIn/MoveIn.tsx'), 'MoveIn')),
  archive: signedIn(page(() => import('#web/people/profile/Archive.tsx'), 'Archive')),
  inbox: signedIn(page(() => import('#web/people/inbox/Inbox.tsx'), 'Inbox')),
  blocked: signedIn(page(() => import('#web/people/report/Blocked.tsx'), 'Blocked')),
  calendar: signedIn(page(() => import('#web/capsule/calendar/CalendarFeed.tsx'), 'CalendarFeed')),
  feedback: signedIn(page(() => import('#web/people/feedback/Feedback.tsx'), 'Feedback')),
  about: anyone(page(() => import('#web/people/about/About.tsx'), 'About')),
  cancelAccount: signedIn(page(() => import('#web/people/profile/CancelAccount.tsx'), 'CancelAccount')),
  taskCenter: signedIn(page(() => import('#web/shop/task/TaskCenter.tsx'), 'TaskCenter')),
  userProtocol: anyone(page(() => import('#web/people/about/UserProtocol.tsx'), 'UserProtocol')),
  meCapsule: signedIn(page(() => import('#web/capsule/detail/MeCapsule.tsx'), 'MeCapsule')),
  draftBox: signedIn(page(() => import('#web/make/writing/DraftBox.tsx'), 'DraftBox')),
  mylove: signedIn(page(() => import('#web/people/social/Mylove.tsx'), 'Mylove')),
  userHome: signedIn(page(() => import('#web/people/social/UserHome.tsx'), 'UserHome')),
  rechargeCenter: signedIn(page(() => import('#web/shop/recharge/RechargeCenter.tsx'), 'RechargeCenter')),
  orders: signedIn(page(() => import('#web/shop/recharge/Orders.tsx'), 'Orders')),
  capsuleRecord: signedIn(page(() => import('#web/shop/wallet/CapsuleRecord.tsx'), 'CapsuleRecord')),
  ownSearch: signedIn(page(() => import('#web/look/search/OwnSearch.tsx'), 'OwnSearch')),
  yearReview: signedIn(page(() => import('#web/look/year/YearReview.tsx'), 'YearReview')),
  capsuleDetail: byLink(page(() => import('#web/capsule/unseal/CapsuleDetail.tsx'), 'CapsuleDetail')),
  unsealLink: anyone(page(() => import('#web/capsule/unseal/UnsealLink.tsx'), 'UnsealLink'), '/subPages/me/unsealLink'),
  waiting: anyone(page(() => import('#web/capsule/receiver/WaitingCapsule.tsx'), 'WaitingCapsule')),
  handOver: signedIn(page(() => import('#web/capsule/receiver/HandOver.tsx'), 'HandOver')),
  poster: signedIn(page(() => import('#web/capsule/poster/Poster.tsx'), 'Poster')),
  ticket: signedIn(page(() => import('#web/capsule/ticket/Ticket.tsx'), 'Ticket')),
  deblocking: signedIn(page(() => import('#web/capsule/unseal/Deblocking.tsx'), 'Deblocking')),
  notices: signedIn(page(() => import('#web/capsule/notice/Notices.tsx'), 'Notices')),
  confirmContact: anyone(page(() => import('#web/capsule/notice/ConfirmContact.tsx'), 'ConfirmContact')),
  diaryList: signedIn(page(() => import('#web/look/diary/DiaryList.tsx'), 'DiaryList')),
  writeDiary: signedIn(page(() => import('#web/look/diary/WriteDiary.tsx'), 'WriteDiary')),
  previewDiary: signedIn(page(() => import('#web/look/diary/PreviewDiary.tsx'), 'PreviewDiary')),
  deletedDiaries: signedIn(page(() => import('#web/look/diary/DeletedDiaries.tsx'), 'DeletedDiaries')),
  timeCapsule: signedIn(page(() => import('#web/app/shell/TimeCapsule.tsx'), 'TimeCapsule')),
  textCapsule: signedIn(page(() => import('#web/make/writing/TextCapsule.tsx'), 'TextCapsule')),
  graphicCapsule: signedIn(page(() => import('#web/make/graphic/GraphicCapsule.tsx'), 'GraphicCapsule')),
  preview: anyone(page(() => import('#web/capsule/media/Preview.tsx'), 'Preview')),
  video: anyone(page(() => import('#web/capsule/media/Video.tsx'), 'Video')),
  playVideo: anyone(page(() => import('#web/capsule/media/PlayVideo.tsx'), 'PlayVideo')),
  forecastCapsule: signedIn(page(() => import('#web/make/forecast/ForecastCapsule.tsx'), 'ForecastCapsule')),
  forecastRecord: signedIn(page(() => import('#web/make/forecast/ForecastRecord.tsx'), 'ForecastRecord')),
  sealOne: signedIn(page(() => import('#web/make/seal/SealOne.tsx'), 'SealOne')),
  sealTwo: signedIn(page(() => import('#web/make/seal/SealTwo.tsx'), 'SealTwo')),
  sealThree: signedIn(page(() => import('#web/make/seal/SealThree.tsx'), 'SealThree')),
  sealFour: signedIn(page(() => import('#web/make/seal/SealFour.tsx'), 'SealFour')),
}

export const routes: readonly PageRoute[] = Object.entries(table).map(([name, line]) => ({
  ...line,
  path: PAGES[name as PageName],
}))

/** A page by the name it is exported under; its code loads when the page is wanted. */
function page<Name extends string>(load: () => Promise<Record<Name, () => ReactNode>>, name: Name): Page {
  return lazyRouteComponent(() => inTime(load), name)
}

/** Open to everybody. */
function anyone(page: Page, ...aliases: string[]): RouteFacts {
  return { guard: 'public', page, aliases }
}

/** Asks for a sign-in first. */
function signedIn(page: Page, ...aliases: string[]): RouteFacts {
  return { guard: 'signedIn', page, aliases }
}

/** Asks for a sign-in first, unless this capsule's link was opened in this tab. */
function byLink(page: Page): RouteFacts {
  return { guard: 'byLink', page, aliases: [] }
}

/** Sends a signed-in person home. */
function signedOut(page: Page, ...aliases: string[]): RouteFacts {
  return { guard: 'signedOut', page, aliases }
}
