import type { z } from 'zod'
import * as account from './account.ts'
import * as archive from './archive.ts'
import * as calendar from './calendar.ts'
import { of, once, reads, writes } from './call.ts'
import * as capsule from './capsule.ts'
import * as captcha from './captcha.ts'
import * as cases from './cases.ts'
import * as desk from './desk.ts'
import * as diary from './diary.ts'
import * as draft from './draft.ts'
import * as exchange from './exchange.ts'
import * as feedback from './feedback.ts'
import * as fields from './fields.ts'
import * as forecast from './forecast.ts'
import * as gift from './gift.ts'
import * as imports from './imports.ts'
import * as inbox from './inbox.ts'
import * as judge from './judge.ts'
import * as link from './link.ts'
import * as media from './media.ts'
import * as notice from './notice.ts'
import * as oauth from './oauth.ts'
import * as pay from './pay.ts'
import * as profile from './profile.ts'
import * as prove from './prove.ts'
import * as receipt from './receipt.ts'
import * as receiver from './receiver.ts'
import * as report from './report.ts'
import * as review from './review.ts'
import * as search from './search.ts'
import * as share from './share.ts'
import * as social from './social.ts'
import * as system from './system.ts'
import * as task from './task.ts'
import * as unseal from './unseal.ts'
import * as wallet from './wallet.ts'
import * as whole from './whole.ts'
import * as yearly from './year.ts'

// biome-ignore format: one line a call
/** Every call there is: name, what it does, path, who may call, input, output, with what it ends (specification 7, readings 4). */
export const calls = {
  // the product
  systemInfo: reads('/api/systemInfo', 'anyone', fields.none, system.systemOutput),
  userArgument: reads('/api/user/agreement', 'anyone', system.agreementInput, system.agreementOutput),

  // captcha
  createSlideCode: writes('/api/user/createSlideCode', 'anyone', captcha.slideInput, captcha.slideOutput, 'never'),
  verifySlideCode: writes('/api/user/verifySlideCode', 'either', captcha.verifySlideInput, fields.none, 'never'),
  captcha: writes('/api/user/captcha', 'either', captcha.captchaInput, fields.none, 'never'),

  // account
  login: writes('/api/user/login', 'anyone', account.loginInput, account.tokenOutput, 'never'),
  register: writes('/api/user/register', 'anyone', account.registerInput, account.tokenOutput, 'accounts'),
  forgetPwd: writes('/api/user/resetPwd', 'anyone', account.registerInput, account.tokenOutput, 'never'),
  agree: writes('/api/user/agree', 'user', system.agreeInput, fields.none, 'never'),
  logout: writes('/api/user/logout', 'user', fields.none, fields.none, 'never'),
  sessions: reads('/api/user/sessions', 'user', fields.none, account.sessionsOutput),
  endSession: writes('/api/user/endSession', 'user', account.endSessionInput, fields.none, 'never'),
  proveAgain: writes('/api/user/proveAgain', 'user', prove.proveInput, fields.none, 'never'),
  sentLetters: reads('/api/user/sentLetters', 'user', fields.none, account.sentLettersOutput),
  cancelAccount: writes('/api/user/cancel', 'user', account.cancelInput, fields.none, 'never'),
  exportCreate: once('/api/user/exportCreate', 'user', fields.none, archive.exportCreateOutput, 'never'),
  exportList: reads('/api/user/exportList', 'user', fields.none, archive.exportListOutput),
  exportCancel: writes('/api/user/exportCancel', 'user', archive.exportCancelInput, fields.none, 'never'),
  oauthUrl: writes('/api/OAuth/url', 'either', oauth.oauthUrlInput, oauth.oauthUrlOutput, 'never'),
  wechatLogin: writes('/api/OAuth/wechatLogin', 'anyone', oauth.wechatInput, account.tokenOutput, 'never'),
  weiboLogin: writes('/api/OAuth/weiboLogin', 'anyone', oauth.weiboInput, account.tokenOutput, 'never'),

  // profile
  userInfo: reads('/api/user/info', 'user', fields.none, profile.userOutput),
  userInfoUpdate: writes('/api/user/update', 'user', profile.updateUserInput, profile.userOutput, 'never'),
  telBind: writes('/api/user/bindTel', 'user', profile.bindTelInput, profile.userOutput, 'never'),
  unbind: writes('/api/user/unbind', 'user', profile.unbindInput, profile.userOutput, 'never'),
  wechatBind: writes('/api/OAuth/wechatBind', 'user', oauth.wechatInput, profile.userOutput, 'never'),
  weiboBind: writes('/api/OAuth/weiboBind', 'user', oauth.weiboInput, profile.userOutput, 'never'),

  // wallet
  claimGift: writes('/api/user/claimGift', 'user', fields.none, profile.userOutput, 'writing'),
  capsuleRecords: reads('/api/capsule/records', 'user', wallet.recordsInput, wallet.recordsOutput),
  taskList: reads('/api/task/list', 'user', fields.none, task.tasksOutput),

  // capsule
  capsuleOpenList: reads('/api/capsule/list', 'user', capsule.homeInput, capsule.publicOutput),
  capsuleDetail: reads('/api/capsule/detail', 'either', capsule.detailInput, capsule.detailOutput, { link: true }),
  myOpenCapsules: reads('/api/capsule/myOpen', 'user', capsule.openedInput, capsule.cardsOutput),
  myClosedCapsules: reads('/api/capsule/myClosed', 'user', capsule.closedInput, capsule.cardsOutput),
  closedSummary: reads('/api/capsule/closedSummary', 'user', fields.none, capsule.closedSummaryOutput),
  hideCapsule: writes('/api/capsule/hide', 'user', capsule.hideInput, capsule.hideOutput, 'never'),
  capsuleIsPublic: writes('/api/capsule/updatePublic', 'user', share.publicInput, report.publicOutput, 'never'),
  capsuleShare: writes('/api/capsule/share', 'user', share.shareInput, share.shareOutput, 'never'),
  capsuleUnshare: writes('/api/capsule/unshare', 'user', capsule.idInput, fields.none, 'never'),
  ossToken: reads('/api/oss/getToken', 'user', fields.none, media.ossTokenOutput, { ends: 'writing' }),
  filesGoWhole: reads('/api/oss/whole', 'user', whole.filesInput, whole.filesOutput),
  receipt: reads('/api/capsule/receipt', 'either', receipt.receiptInput, receipt.receiptOutput, { link: true }),
  logLine: reads('/api/log/line', 'anyone', receipt.logLineInput, receipt.logLineOutput),

  // social
  like: writes('/api/user/love', 'user', capsule.idInput, fields.none, 'writing'),
  unlike: writes('/api/user/unlove', 'user', capsule.idInput, fields.none, 'never'),
  userLoveList: reads('/api/user/lovedCapsules', 'user', fields.walkInput, social.publicCardsOutput),
  userFollow: writes('/api/user/follow', 'user', social.userInput, fields.none, 'writing'),
  userUnfollow: writes('/api/user/unfollow', 'user', social.userInput, fields.none, 'never'),
  userFollowList: reads('/api/user/followedUsers', 'user', social.followedInput, social.followedOutput),
  userDetail: reads('/api/user/detail', 'user', social.userInput, social.personOutput),
  userCapsules: reads('/api/user/capsules', 'user', social.theirCapsulesInput, social.publicCardsOutput),

  // the public place
  report: writes('/api/report', 'user', report.reportInput, fields.none, 'never'),
  appeal: writes('/api/report/appeal', 'user', report.appealInput, fields.none, 'never'),
  block: writes('/api/user/block', 'user', social.userInput, fields.none, 'never'),
  unblock: writes('/api/user/unblock', 'user', social.userInput, fields.none, 'never'),
  blockedUsers: reads('/api/user/blockedUsers', 'user', fields.walkInput, report.blockedOutput),
  inbox: reads('/api/user/inbox', 'user', inbox.inboxInput, inbox.inboxOutput),
  readInbox: writes('/api/user/readInbox', 'user', inbox.readInboxInput, fields.none, 'never'),

  // feedback
  feedback: once('/api/feedback', 'user', feedback.feedbackInput, fields.none, 'never'),

  // search
  searchList: reads('/api/capsule/searchRecords', 'user', fields.none, search.searchListOutput),
  capsuleSearch: writes('/api/capsule/search', 'user', search.searchInput, search.capsulesFoundOutput, 'never'),
  searchOwner: reads('/api/user/search', 'user', search.searchInput, search.ownersFoundOutput),
  ownSearch: reads('/api/capsule/ownSearch', 'user', search.ownSearchInput, search.ownSearchOutput),
  deleteHistory: writes('/api/capsule/deleteSearchRecords', 'user', fields.none, fields.none, 'never'),

  // gift
  giveGift: once('/api/user/giveGift', 'user', gift.giftInput, fields.none, 'writing', { alike: true }),

  // pay
  goodsList: reads('/api/goods/list', 'user', fields.none, pay.goodsOutput),
  wxPay: once('/api/pay/wechat', 'user', pay.payInput, pay.payOutput, 'selling'),
  aliPay: once('/api/pay/alipay', 'user', pay.payInput, pay.payOutput, 'selling'),
  wxAndAliPaySuccess: writes('/api/pay/confirm', 'user', fields.none, pay.confirmOutput, 'never'),
  applePaySuccess: writes('/api/notify/apple', 'either', pay.applePayInput, pay.applePayOutput, 'never'),
  getAlipayUserId: writes('/api/pay/alipayUserId', 'user', pay.alipayUserInput, pay.alipayUserOutput, 'selling'),
  alipayFromApplet: once('/api/pay/alipayApplet', 'user', pay.alipayAppletInput, pay.alipayAppletOutput, 'selling'),
  orderList: reads('/api/pay/orders', 'user', fields.pageInput, pay.ordersOutput),

  // exchange
  changeCapsule: once('/api/pay/exchange', 'user', exchange.exchangeInput, fields.none, 'writing', { alike: true }),

  // draft
  createTimeDraft: once('/api/capsule/createDraft/time', 'user', draft.timeDraftInput, draft.savedOutput, 'writing'),
  createDiaryDraft: once('/api/capsule/createDraft/diary', 'user', draft.timeDraftInput, draft.savedOutput, 'writing'),
  createForecastDraft: once('/api/capsule/createDraft/forecast', 'user', forecast.forecastDraftInput, draft.savedOutput, 'writing'),
  capsuleUpdate: writes('/api/capsule/update', 'user', draft.updateInput, draft.savedOutput, 'writing'),
  myDrafts: reads('/api/capsule/drafts', 'user', fields.walkInput, draft.draftsOutput),
  deleteDraft: writes('/api/capsule/deleteDraft', 'user', capsule.idInput, fields.none, 'never'),

  // forecast
  forecastResolve: writes('/api/forecast/resolve', 'user', judge.resolveInput, fields.none, 'never'),
  forecastRecord: reads('/api/forecast/record', 'user', fields.none, judge.recordOutput),

  // seal
  createTimeCapsule: once('/api/capsule/create/time', 'user', draft.timeCapsuleInput, receiver.sealedOutput, 'writing', { alike: true, anew: ['told'] }),
  createDiaryCapsule: once('/api/capsule/create/diary', 'user', diary.diaryInput, diary.writtenOutput, 'writing', { alike: true, anew: ['written_ago'] }),
  createForecastCapsule: once('/api/capsule/create/forecast', 'user', forecast.forecastInput, capsule.capsuleIdOutput, 'writing', { alike: true }),
  capsuleAgain: once('/api/capsule/again', 'user', capsule.idInput, unseal.againOutput, 'writing'),

  // diary
  diaryList: reads('/api/diary/list', 'user', diary.diaryListInput, diary.diaryListOutput),
  diaryCalendar: reads('/api/diary/calendar', 'user', diary.calendarInput, diary.calendarOutput),
  diaryThisDay: reads('/api/diary/thisDay', 'user', fields.pageInput, diary.thisDayOutput),
  deleteDiary: writes('/api/diary/delete', 'user', capsule.idInput, fields.none, 'never'),
  deletedDiaries: reads('/api/diary/deleted', 'user', fields.walkInput, diary.deletedOutput),
  restoreDiary: writes('/api/diary/restore', 'user', capsule.idInput, fields.none, 'never'),
  diaryEdit: once('/api/diary/edit', 'user', diary.diaryEditInput, draft.savedOutput, 'writing'),
  importDiaries: writes('/api/diary/import', 'user', imports.importInput, imports.importOutput, 'writing'),
  importPreview: reads('/api/diary/importPreview', 'user', imports.importPreviewInput, imports.importPreviewOutput),
  imports: reads('/api/diary/imports', 'user', fields.none, imports.importsOutput),
  undoImport: writes('/api/diary/undoImport', 'user', imports.undoImportInput, imports.undoImportOutput, 'never'),

  // year
  yearReview: reads('/api/capsule/yearReview', 'user', yearly.yearInput, yearly.yearOutput),
  yearLines: reads('/api/capsule/yearLines', 'user', yearly.yearLinesInput, yearly.yearLinesOutput),

  // unseal
  unseal: writes('/api/capsule/unseal', 'user', unseal.unsealInput, capsule.capsuleIdOutput, 'never'),
  unlockRequest: writes('/api/capsule/unlockRequest', 'user', unseal.requestInput, fields.none, 'never'),
  capsuleQlist: reads('/api/capsule/questionList', 'user', unseal.questionsInput, unseal.questionsOutput),
  resetAnswers: writes('/api/capsule/resetAnswers', 'user', unseal.ownerCodeInput, fields.none, 'never'),
  dropQuestions: writes('/api/capsule/dropQuestions', 'user', unseal.ownerCodeInput, unseal.dropOutput, 'never'),
  keepQuestions: writes('/api/capsule/keepQuestions', 'user', capsule.idInput, fields.none, 'never'),
  getInfoByToken: reads('/api/capsule/infoByToken', 'either', link.linkInput, link.linkOutput),
  unsealByToken: writes('/api/capsule/unsealByToken', 'anyone', link.linkUnsealInput, link.linkUnsealOutput, 'never'),
  capsuleReply: writes('/api/capsule/reply', 'user', unseal.replyInput, fields.none, 'never'),

  // receiver
  waitingCapsule: reads('/api/capsule/waiting', 'either', receiver.waitingInput, receiver.waitingOutput),
  receiveCapsule: writes('/api/capsule/receive', 'user', receiver.receiveInput, capsule.capsuleIdOutput, 'never'),
  receiveCode: writes('/api/capsule/receiveCode', 'user', receiver.waitingInput, fields.none, 'never'),
  refuseCapsule: writes('/api/capsule/refuse', 'anyone', receiver.refuseInput, fields.none, 'never'),
  received: reads('/api/capsule/received', 'user', receiver.receivedInput, receiver.receivedOutput),
  capsuleReceiver: reads('/api/capsule/receiver', 'user', capsule.idInput, receiver.receiverOutput),
  changeReceiver: writes('/api/capsule/changeReceiver', 'user', receiver.changeReceiverInput, receiver.receiverOutput, 'never'),
  answerCapsule: writes('/api/capsule/answer', 'user', receiver.answerInput, fields.none, 'writing'),
  allowSharing: writes('/api/capsule/allowSharing', 'user', receiver.allowInput, fields.none, 'never'),
  undoReceiver: writes('/api/capsule/undoReceiver', 'user', capsule.idInput, receiver.receiverOutput, 'never'),

  // notice
  capsuleContacts: writes('/api/capsule/contacts', 'user', notice.contactsInput, notice.contactsOutput, 'never'),
  noticeLog: reads('/api/capsule/notices', 'user', notice.noticeLogInput, notice.noticeLogOutput),
  renewLink: writes('/api/capsule/renewLink', 'user', notice.renewInput, fields.none, 'never'),
  contactAsker: reads('/api/notice/asker', 'anyone', notice.contactTokenInput, notice.contactAskerOutput),
  confirmContact: writes('/api/notice/confirm', 'anyone', notice.contactTokenInput, fields.none, 'never'),
  stopContact: writes('/api/notice/stop', 'anyone', notice.contactTokenInput, fields.none, 'never'),

  // calendar
  calendarEvent: reads('/api/calendar/event', 'user', capsule.idInput, calendar.calendarEventOutput),
  calendarFeed: reads('/api/calendar/feed', 'user', fields.none, calendar.calendarFeedOutput),
  renewCalendarFeed: writes('/api/calendar/renewFeed', 'user', fields.none, calendar.calendarFeedOutput, 'never'),
  endCalendarFeed: writes('/api/calendar/endFeed', 'user', fields.none, fields.none, 'never'),

  // review
  reviewLogin: writes('/api/review/login', 'anyone', review.reviewLoginInput, review.reviewLoginOutput, 'never'),
  reviewLogout: writes('/api/review/logout', 'operator', fields.none, fields.none, 'never'),
  deskMe: reads('/api/review/me', 'operator', fields.none, desk.deskMeOutput),
  deskPassword: writes('/api/review/password', 'operator', desk.deskPasswordInput, fields.none, 'never'),
  deskTotpNew: writes('/api/review/totpNew', 'operator', desk.deskTotpNewInput, desk.deskTotpNewOutput, 'never'),
  deskTotp: writes('/api/review/totp', 'operator', desk.deskTotpInput, fields.none, 'never'),
  deskEndSession: writes('/api/review/endSession', 'operator', desk.deskEndSessionInput, fields.none, 'never'),
  deskHistory: reads('/api/review/history', 'operator', desk.deskHistoryInput, desk.deskHistoryOutput),
  deskLooks: of('keeper', reads('/api/review/looks', 'operator', desk.deskHistoryInput, desk.deskLooksOutput)),
  deskClock: of('keeper', reads('/api/review/clock', 'operator', fields.none, desk.deskClockOutput)),
  deskLost: of('keeper', reads('/api/review/lost', 'operator', fields.pageInput, desk.deskLostOutput)),
  deskArchives: of('keeper', reads('/api/review/archives', 'operator', fields.none, desk.deskArchivesOutput)),
  deskLog: of('keeper', reads('/api/review/log', 'operator', fields.none, desk.deskLogOutput)),
  deskMonthKeys: of('keeper', reads('/api/review/months', 'operator', fields.none, desk.deskMonthKeysOutput)),
  deskClockSet: of('keeper', writes('/api/review/clockSet', 'operator', desk.deskClockSetInput, desk.deskClockOutput, 'never')),
  reviewList: of('review', reads('/api/review/list', 'operator', review.reviewListInput, review.reviewListOutput)),
  reviewDecide: of('review', writes('/api/review/decide', 'operator', review.reviewDecideInput, review.reviewDecideOutput, 'never')),
  caseList: of('review', reads('/api/review/cases', 'operator', cases.caseListInput, cases.caseListOutput)),
  caseDecide: of('review', writes('/api/review/caseDecide', 'operator', cases.caseDecideInput, cases.caseDecideOutput, 'never')),
  handNotices: of('review', reads('/api/review/notices', 'operator', review.handNoticesInput, review.handNoticesOutput)),
  handNoticeDone: of('review', writes('/api/review/noticeDone', 'operator', review.handNoticeDoneInput, fields.none, 'never')),
  feedbackList: of('review', reads('/api/review/feedback', 'operator', fields.pageInput, feedback.feedbackListOutput)),
  feedbackAnswer: of('review', writes('/api/review/feedbackAnswer', 'operator', feedback.feedbackAnswerInput, fields.none, 'never')),
  moneyAlarms: of('money', reads('/api/review/moneyAlarms', 'operator', fields.pageInput, pay.moneyAlarmsOutput)),
  moneyAlarmDone: of('money', writes('/api/review/moneyAlarmDone', 'operator', pay.moneyAlarmDoneInput, fields.none, 'never')),
  deskOrder: of('money', reads('/api/review/order', 'operator', desk.deskOrderInput, desk.deskOrderOutput)),
  deskRefund: of('money', writes('/api/review/refund', 'operator', desk.deskRefundInput, desk.deskRefundOutput, 'never')),
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
type DeskCall = 'reviewLogin' | { [N in CallName]: Calls[N]['who'] extends 'operator' ? N : never }[CallName]
/** All but the operators'. */
export type AppCall = Exclude<CallName, DeskCall>
/** The calls that change something. */
export type WritingCall = { [N in CallName]: Calls[N]['reads'] extends true ? never : N }[CallName]
/** The input as a page sends it (before defaults). */
export type Input<N extends CallName> = z.input<Calls[N]['input']>
/** The input as a handler gets it (parsed, defaults filled in, unknown fields dropped). */
export type Parsed<N extends CallName> = z.output<Calls[N]['input']>
export type Output<N extends CallName> = z.infer<Calls[N]['output']>
