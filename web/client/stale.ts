import type { QueryClient } from '@tanstack/react-query'
import type { AppCall, WritingCall } from '#contract/calls.ts'

type Stale = readonly AppCall[]

const NOTHING: Stale = []
/** Where the person's name, picture or number is shown or decides. */
const PERSON: Stale = ['userInfo', 'taskList', 'capsuleDetail']
/** Where balances and what was done for them are told. */
const BALANCES: Stale = ['userInfo', 'taskList', 'capsuleRecords']
const DRAFTS: Stale = ['myDrafts', 'capsuleDetail']
const DIARIES: Stale = ['diaryList', 'diaryThisDay', 'capsuleDetail', 'ownSearch', 'yearReview', 'yearLines']
const DELETED: Stale = [...DIARIES, 'diaryCalendar', 'deletedDiaries']
const IMPORTED: Stale = [...DELETED, 'myDrafts', 'imports']
const CONTACTS: Stale = ['capsuleContacts', 'noticeLog']
const LIKES: Stale = ['userLoveList', 'capsuleDetail', 'capsuleOpenList', 'userCapsules']
const FOLLOWS: Stale = ['userFollowList', 'userDetail']
const CLOSED: Stale = ['myClosedCapsules', 'closedSummary']
const SEALED: Stale = [...BALANCES, ...DRAFTS, ...CLOSED, 'forecastRecord', 'yearReview']

/** Where somebody's things stand, or they themselves. */
const BLOCKED: Stale = [
  'blockedUsers',
  'userDetail',
  'userFollowList',
  'userLoveList',
  'capsuleOpenList',
  'capsuleSearch',
  'searchOwner',
]

/** The data that each changing call makes out of date; pages name none of it. */
const STALE: Record<WritingCall & AppCall, Stale> = {
  createSlideCode: NOTHING,
  verifySlideCode: NOTHING,
  captcha: NOTHING,

  // A person who signs in or out begins without any data.
  login: NOTHING,
  register: NOTHING,
  forgetPwd: NOTHING,
  logout: NOTHING,
  cancelAccount: NOTHING,
  exportCreate: ['exportList'],
  exportCancel: ['exportList'],
  oauthUrl: NOTHING,
  wechatLogin: NOTHING,
  weiboLogin: NOTHING,
  endSession: ['sessions'],
  proveAgain: NOTHING,
  agree: ['userInfo'],

  // Also sets whether others see the record of the person's predictions.
  userInfoUpdate: [...PERSON, 'userDetail'],
  telBind: PERSON,
  unbind: PERSON,
  wechatBind: PERSON,
  weiboBind: PERSON,
  claimGift: BALANCES,

  hideCapsule: [...DIARIES, 'diaryCalendar', 'myOpenCapsules', 'received'],
  capsuleIsPublic: ['capsuleDetail', 'myOpenCapsules', 'capsuleOpenList', 'userCapsules', 'userDetail', 'userLoveList'],
  capsuleShare: ['capsuleDetail'],
  capsuleUnshare: ['capsuleDetail'],

  report: ['received', 'capsuleDetail'],
  feedback: NOTHING,
  appeal: ['inbox'],
  block: BLOCKED,
  unblock: BLOCKED,
  // A message that was unread when it came is shown as unread until the inbox is looked at again.
  readInbox: ['userInfo'],

  like: LIKES,
  unlike: LIKES,
  userFollow: FOLLOWS,
  userUnfollow: FOLLOWS,
  capsuleSearch: ['searchList'],
  deleteHistory: ['searchList'],
  giveGift: BALANCES,
  // An order stands in the list from its beginning; it changes the balances once it is found to be paid.
  wxPay: ['orderList'],
  aliPay: ['orderList'],
  alipayFromApplet: ['orderList'],
  getAlipayUserId: NOTHING,
  applePaySuccess: [...BALANCES, 'orderList'],
  wxAndAliPaySuccess: [...BALANCES, 'orderList'],
  changeCapsule: BALANCES,

  createTimeDraft: DRAFTS,
  createDiaryDraft: DRAFTS,
  createForecastDraft: DRAFTS,
  capsuleUpdate: DRAFTS,
  deleteDraft: DRAFTS,
  capsuleAgain: DRAFTS,

  createTimeCapsule: [...SEALED, 'sentLetters'],
  createForecastCapsule: SEALED,
  createDiaryCapsule: [...SEALED, ...DIARIES, 'diaryCalendar'],
  diaryEdit: DIARIES,
  deleteDiary: DELETED,
  restoreDiary: DELETED,
  importDiaries: IMPORTED,
  undoImport: IMPORTED,

  unseal: [
    'receipt',
    'received',
    ...DIARIES,
    ...CONTACTS,
    ...CLOSED,
    'myOpenCapsules',
    'capsuleOpenList',
    'forecastRecord',
  ],
  unlockRequest: ['capsuleDetail', ...CLOSED],
  resetAnswers: ['capsuleQlist'],
  dropQuestions: ['capsuleQlist'],
  keepQuestions: ['capsuleQlist'],
  unsealByToken: NOTHING,
  capsuleReply: ['capsuleDetail', 'ownSearch'],
  forecastResolve: ['capsuleDetail', 'forecastRecord', 'userDetail'],

  receiveCode: NOTHING,
  changeReceiver: ['capsuleReceiver'],
  receiveCapsule: ['received', 'waitingCapsule', 'capsuleDetail'],
  refuseCapsule: ['waitingCapsule'],
  answerCapsule: ['capsuleDetail'],
  allowSharing: ['capsuleDetail'],
  undoReceiver: ['capsuleReceiver'],
  capsuleContacts: CONTACTS,
  renewLink: CONTACTS,
  confirmContact: NOTHING,
  stopContact: NOTHING,
  renewCalendarFeed: ['calendarFeed'],
  endCalendarFeed: ['calendarFeed'],
}

/** Fetches anew the data that this call has changed: at once where it is shown, elsewhere when it is shown again. */
export function makeStale(client: QueryClient, name: AppCall): void {
  for (const stale of new Set((STALE as Partial<Record<AppCall, Stale>>)[name])) {
    void client.invalidateQueries({ queryKey: [stale] })
  }
}
