import type { z } from 'zod'
import * as account from './account.ts'
import * as calendar from './calendar.ts'
import { call } from './call.ts'
import * as capsule from './capsule.ts'
import * as captcha from './captcha.ts'
import * as diary from './diary.ts'
import * as draft from './draft.ts'
import * as fields from './fields.ts'
import * as forecast from './forecast.ts'
import * as link from './link.ts'
import * as media from './media.ts'
import * as notice from './notice.ts'
import * as oauth from './oauth.ts'
import * as profile from './profile.ts'
import * as review from './review.ts'
import * as share from './share.ts'
import * as system from './system.ts'
import * as task from './task.ts'
import * as unseal from './unseal.ts'
import * as wallet from './wallet.ts'

/** Every call there is: name, path, who may call, input, output (specification 7, decisions 4). */
export const calls = {
  systemInfo: call('/api/systemInfo', 'anyone', fields.none, system.systemOutput),
  userArgument: call('/api/user/agreement', 'anyone', system.agreementInput, system.agreementOutput),

  createSlideCode: call('/api/user/createSlideCode', 'anyone', captcha.slideInput, captcha.slideOutput),
  verifySlideCode: call('/api/user/verifySlideCode', 'either', captcha.verifySlideInput, fields.none),
  captcha: call('/api/user/captcha', 'either', captcha.captchaInput, fields.none),

  login: call('/api/user/login', 'anyone', account.loginInput, account.tokenOutput),
  register: call('/api/user/register', 'anyone', account.registerInput, account.tokenOutput),
  forgetPwd: call('/api/user/resetPwd', 'anyone', account.registerInput, account.tokenOutput),
  logout: call('/api/user/logout', 'user', fields.none, fields.none),
  sessions: call('/api/user/sessions', 'user', fields.none, account.sessionsOutput),
  endSession: call('/api/user/endSession', 'user', account.endSessionInput, fields.none),
  cancelAccount: call('/api/user/cancel', 'user', account.cancelInput, fields.none),

  oauthUrl: call('/api/OAuth/url', 'either', oauth.oauthUrlInput, oauth.oauthUrlOutput),
  wechatLogin: call('/api/OAuth/wechatLogin', 'anyone', oauth.wechatInput, account.tokenOutput),
  weiboLogin: call('/api/OAuth/weiboLogin', 'anyone', oauth.weiboInput, account.tokenOutput),
  wechatBind: call('/api/OAuth/wechatBind', 'user', oauth.wechatInput, profile.userOutput),
  weiboBind: call('/api/OAuth/weiboBind', 'user', oauth.weiboInput, profile.userOutput),

  userInfo: call('/api/user/info', 'user', fields.none, profile.userOutput),
  userInfoUpdate: call('/api/user/update', 'user', profile.updateUserInput, profile.userOutput),
  telBind: call('/api/user/bindTel', 'user', profile.bindTelInput, profile.userOutput),
  unbind: call('/api/user/unbind', 'user', profile.unbindInput, profile.userOutput),
  claimGift: call('/api/user/claimGift', 'user', fields.none, profile.userOutput),
  capsuleRecords: call('/api/capsule/records', 'user', fields.pageInput, wallet.recordsOutput),
  taskList: call('/api/task/list', 'user', fields.none, task.tasksOutput),

  capsuleOpenList: call('/api/capsule/list', 'user', capsule.homeInput, capsule.publicOutput),
  capsuleDetail: call('/api/capsule/detail', 'either', capsule.detailInput, capsule.detailOutput, { link: true }),
  myOpenCapsules: call('/api/capsule/myOpen', 'user', fields.pageInput, capsule.cardsOutput),
  myClosedCapsules: call('/api/capsule/myClosed', 'user', fields.pageInput, capsule.cardsOutput),
  capsuleIsPublic: call('/api/capsule/updatePublic', 'user', share.publicInput, fields.none),

  capsuleShare: call('/api/capsule/share', 'user', capsule.idInput, share.shareOutput),
  capsuleUnshare: call('/api/capsule/unshare', 'user', capsule.idInput, fields.none),
  ossToken: call('/api/oss/getToken', 'user', fields.none, media.ossTokenOutput),

  createTimeCapsule: call('/api/capsule/create/time', 'user', draft.timeCapsuleInput, capsule.capsuleIdOutput, {
    once: true,
  }),
  createTimeDraft: call('/api/capsule/createDraft/time', 'user', draft.timeDraftInput, draft.savedOutput, {
    once: true,
  }),
  createDiaryCapsule: call('/api/capsule/create/diary', 'user', diary.diaryInput, diary.writtenOutput, { once: true }),
  createDiaryDraft: call('/api/capsule/createDraft/diary', 'user', draft.timeDraftInput, draft.savedOutput, {
    once: true,
  }),
  createForecastCapsule: call('/api/capsule/create/forecast', 'user', forecast.forecastInput, capsule.capsuleIdOutput, {
    once: true,
  }),
  createForecastDraft: call(
    '/api/capsule/createDraft/forecast',
    'user',
    forecast.forecastDraftInput,
    draft.savedOutput,
    { once: true },
  ),
  capsuleUpdate: call('/api/capsule/update', 'user', draft.updateInput, draft.savedOutput),
  myDrafts: call('/api/capsule/drafts', 'user', fields.pageInput, draft.draftsOutput),
  deleteDraft: call('/api/capsule/deleteDraft', 'user', capsule.idInput, fields.none),
  capsuleQlist: call('/api/capsule/questionList', 'user', unseal.questionsInput, unseal.questionsOutput),

  diaryList: call('/api/diary/list', 'user', diary.diaryListInput, diary.diaryListOutput),
  diaryCalendar: call('/api/diary/calendar', 'user', diary.calendarInput, diary.calendarOutput),
  diaryEdit: call('/api/diary/edit', 'user', diary.diaryEditInput, draft.savedOutput, { once: true }),
  diaryThisDay: call('/api/diary/thisDay', 'user', fields.pageInput, diary.thisDayOutput),

  unseal: call('/api/capsule/unseal', 'user', unseal.unsealInput, capsule.capsuleIdOutput),
  unlockRequest: call('/api/capsule/unlockRequest', 'user', unseal.requestInput, fields.none),
  resetAnswers: call('/api/capsule/resetAnswers', 'user', unseal.ownerCodeInput, fields.none),
  dropQuestions: call('/api/capsule/dropQuestions', 'user', unseal.ownerCodeInput, unseal.dropOutput),
  keepQuestions: call('/api/capsule/keepQuestions', 'user', capsule.idInput, fields.none),
  getInfoByToken: call('/api/capsule/infoByToken', 'either', link.linkInput, link.linkOutput),
  unsealByToken: call('/api/capsule/unsealByToken', 'anyone', link.linkUnsealInput, link.linkUnsealOutput),
  capsuleReply: call('/api/capsule/reply', 'user', unseal.replyInput, fields.none),
  capsuleAgain: call('/api/capsule/again', 'user', capsule.idInput, unseal.againOutput, { once: true }),

  capsuleContacts: call('/api/capsule/contacts', 'user', notice.contactsInput, notice.contactsOutput),
  noticeLog: call('/api/capsule/notices', 'user', notice.noticeLogInput, notice.noticeLogOutput),
  renewLink: call('/api/capsule/renewLink', 'user', notice.renewInput, fields.none),
  confirmContact: call('/api/notice/confirm', 'anyone', notice.contactTokenInput, fields.none),
  stopContact: call('/api/notice/stop', 'anyone', notice.contactTokenInput, fields.none),

  calendarEvent: call('/api/calendar/event', 'user', capsule.idInput, calendar.calendarEventOutput),
  calendarFeed: call('/api/calendar/feed', 'user', fields.none, calendar.calendarFeedOutput),
  renewCalendarFeed: call('/api/calendar/renewFeed', 'user', fields.none, calendar.calendarFeedOutput),
  endCalendarFeed: call('/api/calendar/endFeed', 'user', fields.none, fields.none),

  reviewLogin: call('/api/review/login', 'anyone', review.reviewLoginInput, review.reviewLoginOutput),
  reviewLogout: call('/api/review/logout', 'operator', fields.none, fields.none),
  reviewList: call('/api/review/list', 'operator', review.reviewListInput, review.reviewListOutput),
  reviewDecide: call('/api/review/decide', 'operator', review.reviewDecideInput, review.reviewDecideOutput),
  handNotices: call('/api/review/notices', 'operator', review.handNoticesInput, review.handNoticesOutput),
  handNoticeDone: call('/api/review/noticeDone', 'operator', review.handNoticeDoneInput, fields.none),
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
/** What a page sends (before defaults). */
export type Input<N extends CallName> = z.input<Calls[N]['input']>
/** What a handler gets (parsed, defaults filled in, unknown fields dropped). */
export type Parsed<N extends CallName> = z.output<Calls[N]['input']>
export type Output<N extends CallName> = z.infer<Calls[N]['output']>
