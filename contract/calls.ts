import type { z } from 'zod'
import * as account from './account.ts'
import { call } from './call.ts'
import * as capsule from './capsule.ts'
import * as captcha from './captcha.ts'
import * as diary from './diary.ts'
import * as forecast from './forecast.ts'
import * as media from './media.ts'
import * as oauth from './oauth.ts'
import * as profile from './profile.ts'
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
  capsuleDetail: call('/api/capsule/detail', 'either', capsule.detailInput, capsule.detailOutput),
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
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
/** What a page sends (before defaults). */
export type Input<N extends CallName> = z.input<Calls[N]['input']>
/** What a handler gets (parsed, defaults filled in, unknown fields dropped). */
export type Parsed<N extends CallName> = z.output<Calls[N]['input']>
export type Output<N extends CallName> = z.infer<Calls[N]['output']>
