import { lazyRouteComponent as page } from '@tanstack/react-router'

type Guard = 'public' | 'signedIn' | 'signedOut' | 'byLink'
export type PageRoute = { path: string; aliases: readonly string[]; guard: Guard; page: ReturnType<typeof page> }

// biome-ignore format: one line a page
/** Every page there is: guard, path, the lazily loaded page, aliases. */
export const routes: readonly PageRoute[] = [
  anyone('/pages/spread', page(() => import('#web/shell/Spread.tsx'), 'Spread'), '/'),
  anyone('/pages/site', page(() => import('#web/shell/Site.tsx'), 'Site')),
  signedOut('/pages/login/login', page(() => import('#web/account/Login.tsx'), 'Login')),
  signedIn('/pages/home/home', page(() => import('#web/home/Home.tsx'), 'Home'), '/home'),
  signedIn('/pages/me/me', page(() => import('#web/account/Me.tsx'), 'Me'), '/me'),
  anyone('/pages/unseal', page(() => import('#web/unseal/Unseal.tsx'), 'Unseal')),
  anyone('/pages/404', page(() => import('#web/shell/NotFound.tsx'), 'NotFound'), '/404'),

  signedIn('/subPages/me/setting', page(() => import('#web/profile/Setting.tsx'), 'Setting')),
  signedIn('/subPages/me/bindTel', page(() => import('#web/profile/BindTel.tsx'), 'BindTel')),
  signedIn('/subPages/me/sessions', page(() => import('#web/profile/Sessions.tsx'), 'Sessions')),
  signedIn('/subPages/me/calendar', page(() => import('#web/calendar/CalendarFeed.tsx'), 'CalendarFeed')),
  signedIn('/subPages/me/cancelAccount', page(() => import('#web/profile/CancelAccount.tsx'), 'CancelAccount')),
  signedIn('/subPages/me/taskCenter', page(() => import('#web/task/TaskCenter.tsx'), 'TaskCenter')),
  anyone('/subPages/me/userProtocol', page(() => import('#web/agreement/UserProtocol.tsx'), 'UserProtocol')),
  signedIn('/subPages/me/meCapsule', page(() => import('#web/capsule/MeCapsule.tsx'), 'MeCapsule')),
  signedIn('/subPages/me/draftBox', page(() => import('#web/writing/DraftBox.tsx'), 'DraftBox')),
  signedIn('/subPages/me/capsuleRecord', page(() => import('#web/wallet/CapsuleRecord.tsx'), 'CapsuleRecord')),
  byLink('/subPages/me/capsuleDetail', page(() => import('#web/capsule/CapsuleDetail.tsx'), 'CapsuleDetail')),
  anyone('/subPages/me/unsealLink', page(() => import('#web/unseal/UnsealLink.tsx'), 'UnsealLink'), '/unsealLink/$unseal_token'),
  signedIn('/subPages/me/deblocking', page(() => import('#web/unseal/Deblocking.tsx'), 'Deblocking')),
  signedIn('/subPages/me/notices', page(() => import('#web/notice/Notices.tsx'), 'Notices')),
  anyone('/subPages/me/confirmContact', page(() => import('#web/notice/ConfirmContact.tsx'), 'ConfirmContact')),

  signedIn('/subPages/diary/diaryList', page(() => import('#web/diary/DiaryList.tsx'), 'DiaryList')),
  signedIn('/subPages/diary/writeDiary', page(() => import('#web/diary/WriteDiary.tsx'), 'WriteDiary')),
  signedIn('/subPages/diary/previewDiary', page(() => import('#web/diary/PreviewDiary.tsx'), 'PreviewDiary')),

  signedIn('/subPages/time/timeCapsule', page(() => import('#web/shell/TimeCapsule.tsx'), 'TimeCapsule')),
  signedIn('/subPages/time/textCapsule', page(() => import('#web/writing/TextCapsule.tsx'), 'TextCapsule')),

  signedIn('/subPages/time/graphicCapsule', page(() => import('#web/graphic/GraphicCapsule.tsx'), 'GraphicCapsule')),
  anyone('/subPages/time/preview', page(() => import('#web/media/Preview.tsx'), 'Preview')),
  anyone('/subPages/time/video', page(() => import('#web/media/Video.tsx'), 'Video')),
  anyone('/subPages/time/playVideo', page(() => import('#web/media/PlayVideo.tsx'), 'PlayVideo')),
  signedIn('/subPages/forecast/forecastCapsule', page(() => import('#web/forecast/ForecastCapsule.tsx'), 'ForecastCapsule')),

  signedIn('/subPages/seal/sealOne', page(() => import('#web/seal/SealOne.tsx'), 'SealOne')),
  signedIn('/subPages/seal/sealTwo', page(() => import('#web/seal/SealTwo.tsx'), 'SealTwo')),
  signedIn('/subPages/seal/sealThree', page(() => import('#web/seal/SealThree.tsx'), 'SealThree')),
  signedIn('/subPages/seal/sealFour', page(() => import('#web/seal/SealFour.tsx'), 'SealFour')),
]

/** Open to everybody. */
function anyone(path: string, page: PageRoute['page'], ...aliases: string[]): PageRoute {
  return { path, aliases, guard: 'public', page }
}

/** Asks for a sign-in first. */
function signedIn(path: string, page: PageRoute['page'], ...aliases: string[]): PageRoute {
  return { path, aliases, guard: 'signedIn', page }
}

/** Asks for a sign-in first, unless this capsule's link was opened in this tab. */
function byLink(path: string, page: PageRoute['page']): PageRoute {
  return { path, aliases: [], guard: 'byLink', page }
}

/** Sends a signed-in person home. */
function signedOut(path: string, page: PageRoute['page'], ...aliases: string[]): PageRoute {
  return { path, aliases, guard: 'signedOut', page }
}
