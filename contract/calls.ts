import type { z } from 'zod'
import * as account from './account.ts'
import * as calendar from './calendar.ts'
import { call } from './call.ts'
import * as capsule from './capsule.ts'
import * as captcha from './captcha.ts'
import * as diary from './diary.ts'
import * as forecast from './forecast.ts'
import * as link from './link.ts'
import * as media from './media.ts'
import * as notice from './notice.ts'
import * as oauth from './oauth.ts'
import * as profile from './profile.ts'
import * as review from './review.ts'
import * as system from './system.ts'
import * as task from './task.ts'
import * as wallet from './wallet.ts'

/** Every call there is: name, path, who may call, input, output (specification 7, decisions 4). */
export const calls = {
  systemInfo: call('/api/systemInfo', 'anyone', capsule.none, system.systemOutput),
  userArgument: call('/api/user/agreement', 'anyone', system.agreementInput, system.agreementOutput),

  createSlideCode: call('/api/user/createSlideCode', 'anyone', captcha.slideInput, captcha.slideOutput),
  verifySlideCode: call('/api/user/verifySlideCode', 'either', captcha.verifySlideInput, capsule.none),
  captcha: call('/api/user/captcha', 'either', captcha.captchaInput, capsule.none),

  login: call('/api/user/login', 'anyone', account.loginInput, account.tokenOutput),
  register: call('/api/user/register', 'anyone', account.registerInput, account.tokenOutput),
  forgetPwd: call('/api/user/resetPwd', 'anyone', account.registerInput, account.tokenOutput),
  logout: call('/api/user/logout', 'user', capsule.none, capsule.none),
  sessions: call('/api/user/sessions', 'user', capsule.none, account.sessionsOutput),
  endSession: call('/api/user/endSession', 'user', account.endSessionInput, capsule.none),
  cancelAccount: call('/api/user/cancel', 'user', account.cancelInput, capsule.none),

  oauthUrl: call('/api/OAuth/url', 'either', oauth.oauthUrlInput, oauth.oauthUrlOutput),
  wechatLogin: call('/api/OAuth/wechatLogin', 'anyone', oauth.wechatInput, account.tokenOutput),
  weiboLogin: call('/api/OAuth/weiboLogin', 'anyone', oauth.weiboInput, account.tokenOutput),
  wechatBind: call('/api/OAuth/wechatBind', 'user', oauth.wechatInput, profile.userOutput),
  weiboBind: call('/api/OAuth/weiboBind', 'user', oauth.weiboInput, profile.userOutput),

  userInfo: call('/api/user/info', 'user', capsule.none, profile.userOutput),
  userInfoUpdate: call('/api/user/update', 'user', profile.updateUserInput, profile.userOutput),
  telBind: call('/api/user/bindTel', 'user', profile.bindTelInput, profile.userOutput),
  unbind: call('/api/user/unbind', 'user', profile.unbindInput, profile.userOutput),
  claimGift: call('/api/user/claimGift', 'user', capsule.none, profile.userOutput),
  capsuleRecords: call('/api/capsule/records', 'user', capsule.pageInput, wallet.recordsOutput),
  taskList: call('/api/task/list', 'user', capsule.none, task.tasksOutput),

  capsuleOpenList: call('/api/capsule/list', 'user', capsule.homeInput, capsule.publicOutput),
  capsuleDetail: call('/api/capsule/detail', 'either', capsule.detailInput, capsule.detailOutput, { link: true }),
  myOpenCapsules: call('/api/capsule/myOpen', 'user', capsule.pageInput, capsule.cardsOutput),
  myClosedCapsules: call('/api/capsule/myClosed', 'user', capsule.pageInput, capsule.cardsOutput),
  capsuleIsPublic: call('/api/capsule/updatePublic', 'user', capsule.publicInput, capsule.none),

  capsuleShare: call('/api/capsule/share', 'user', capsule.idInput, capsule.shareOutput),
  capsuleUnshare: call('/api/capsule/unshare', 'user', capsule.idInput, capsule.none),
  ossToken: call('/api/oss/getToken', 'user', capsule.none, media.ossTokenOutput),

  createTimeCapsule: call('/api/capsule/create/time', 'user', capsule.timeCapsuleInput, capsule.capsuleIdOutput, {
    once: true,
  }),
  createTimeDraft: call('/api/capsule/createDraft/time', 'user', capsule.timeDraftInput, capsule.savedOutput, {
    once: true,
  }),
  createDiaryCapsule: call('/api/capsule/create/diary', 'user', diary.diaryInput, diary.writtenOutput, { once: true }),
  createDiaryDraft: call('/api/capsule/createDraft/diary', 'user', capsule.timeDraftInput, capsule.savedOutput, {
    once: true,
  }),
  createForecastCapsule: call('/api/capsule/create/forecast', 'user', forecast.forecastInput, capsule.capsuleIdOutput, {
    once: true,
  }),
  createForecastDraft: call(
    '/api/capsule/createDraft/forecast',
    'user',
    forecast.forecastDraftInput,
    capsule.savedOutput,
    { once: true },
  ),
  capsuleUpdate: call('/api/capsule/update', 'user', capsule.updateInput, capsule.savedOutput),
  myDrafts: call('/api/capsule/drafts', 'user', capsule.pageInput, capsule.draftsOutput),
  deleteDraft: call('/api/capsule/deleteDraft', 'user', capsule.idInput, capsule.none),
  capsuleQlist: call('/api/capsule/questionList', 'user', capsule.questionsInput, capsule.questionsOutput),

  diaryList: call('/api/diary/list', 'user', diary.diaryListInput, diary.diaryListOutput),
  diaryCalendar: call('/api/diary/calendar', 'user', diary.calendarInput, diary.calendarOutput),
  diaryEdit: call('/api/diary/edit', 'user', diary.diaryEditInput, capsule.savedOutput, { once: true }),
  diaryThisDay: call('/api/diary/thisDay', 'user', capsule.pageInput, diary.thisDayOutput),

  unseal: call('/api/capsule/unseal', 'user', capsule.unsealInput, capsule.capsuleIdOutput),
  unlockRequest: call('/api/capsule/unlockRequest', 'user', capsule.requestInput, capsule.none),
  resetAnswers: call('/api/capsule/resetAnswers', 'user', capsule.ownerCodeInput, capsule.none),
  dropQuestions: call('/api/capsule/dropQuestions', 'user', capsule.ownerCodeInput, capsule.dropOutput),
  keepQuestions: call('/api/capsule/keepQuestions', 'user', capsule.idInput, capsule.none),
  getInfoByToken: call('/api/capsule/infoByToken', 'either', link.linkInput, link.linkOutput),
  unsealByToken: call('/api/capsule/unsealByToken', 'anyone', link.linkUnsealInput, link.linkUnsealOutput),
  capsuleReply: call('/api/capsule/reply', 'user', capsule.replyInput, capsule.none),
  capsuleAgain: call('/api/capsule/again', 'user', capsule.idInput, capsule.againOutput, { once: true }),

  capsuleContacts: call('/api/capsule/contacts', 'user', notice.contactsInput, notice.contactsOutput),
  noticeLog: call('/api/capsule/notices', 'user', notice.noticeLogInput, notice.noticeLogOutput),
  renewLink: call('/api/capsule/renewLink', 'user', notice.renewInput, capsule.none),
  confirmContact: call('/api/notice/confirm', 'anyone', notice.contactTokenInput, capsule.none),
  stopContact: call('/api/notice/stop', 'anyone', notice.contactTokenInput, capsule.none),

  calendarEvent: call('/api/calendar/event', 'user', capsule.idInput, calendar.calendarEventOutput),
  calendarFeed: call('/api/calendar/feed', 'user', capsule.none, calendar.calendarFeedOutput),
  renewCalendarFeed: call('/api/calendar/renewFeed', 'user', capsule.none, calendar.calendarFeedOutput),
  endCalendarFeed: call('/api/calendar/endFeed', 'user', capsule.none, capsule.none),

  reviewLogin: call('/api/review/login', 'anyone', review.reviewLoginInput, review.reviewLoginOutput),
  reviewLogout: call('/api/review/logout', 'operator', capsule.none, capsule.none),
  reviewList: call('/api/review/list', 'operator', review.reviewListInput, review.reviewListOutput),
  reviewDecide: call('/api/review/decide', 'operator', review.reviewDecideInput, review.reviewDecideOutput),
  handNotices: call('/api/review/notices', 'operator', review.handNoticesInput, review.handNoticesOutput),
  handNoticeDone: call('/api/review/noticeDone', 'operator', review.handNoticeDoneInput, capsule.none),
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
/** What a page sends (before defaults). */
export type Input<N extends CallName> = z.input<Calls[N]['input']>
/** What a handler gets (parsed, defaults filled in, unknown fields dropped). */
export type Parsed<N extends CallName> = z.output<Calls[N]['input']>
export type Output<N extends CallName> = z.infer<Calls[N]['output']>
