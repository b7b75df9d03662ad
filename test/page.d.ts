import type { CallName } from '#contract/calls.ts'
import type { Envelope } from '#contract/codes.ts'
import type { User } from '#contract/profile.ts'
export declare const person: (fields?: Partial<User>) => User
type Answer = Envelope | Promise<Envelope>
/** No answer at all, as when the network is gone. */
export declare function silence(): Promise<never>
/** Stands in for the server: what it answers, and what it was asked. `user` is signed in, without one nobody is. */
export declare function startPages(user?: User): {
  answer: (name: CallName, answer: Answer) => void
  /** A call that answers with the person changed like this, as does every later userInfo. */
  change: (name: CallName, fields: Partial<User>) => void
  asked: () => (
    | 'calendarEvent'
    | 'calendarFeed'
    | 'cancelAccount'
    | 'capsuleAgain'
    | 'capsuleContacts'
    | 'capsuleDetail'
    | 'capsuleIsPublic'
    | 'capsuleOpenList'
    | 'capsuleQlist'
    | 'capsuleRecords'
    | 'capsuleReply'
    | 'capsuleShare'
    | 'capsuleUnshare'
    | 'capsuleUpdate'
    | 'captcha'
    | 'claimGift'
    | 'confirmContact'
    | 'createDiaryCapsule'
    | 'createDiaryDraft'
    | 'createForecastCapsule'
    | 'createForecastDraft'
    | 'createSlideCode'
    | 'createTimeCapsule'
    | 'createTimeDraft'
    | 'deleteDraft'
    | 'diaryCalendar'
    | 'diaryEdit'
    | 'diaryList'
    | 'diaryThisDay'
    | 'dropQuestions'
    | 'endCalendarFeed'
    | 'endSession'
    | 'forgetPwd'
    | 'getInfoByToken'
    | 'handNoticeDone'
    | 'handNotices'
    | 'keepQuestions'
    | 'login'
    | 'logout'
    | 'myClosedCapsules'
    | 'myDrafts'
    | 'myOpenCapsules'
    | 'noticeLog'
    | 'oauthUrl'
    | 'ossToken'
    | 'register'
    | 'renewCalendarFeed'
    | 'renewLink'
    | 'resetAnswers'
    | 'reviewDecide'
    | 'reviewList'
    | 'reviewLogin'
    | 'reviewLogout'
    | 'sessions'
    | 'stopContact'
    | 'systemInfo'
    | 'taskList'
    | 'telBind'
    | 'unbind'
    | 'unlockRequest'
    | 'unseal'
    | 'unsealByToken'
    | 'userArgument'
    | 'userInfo'
    | 'userInfoUpdate'
    | 'verifySlideCode'
    | 'wechatBind'
    | 'wechatLogin'
    | 'weiboBind'
    | 'weiboLogin'
  )[]
  sent: (name: CallName) => unknown[]
}
export type StandIn = ReturnType<typeof startPages>
export declare function endPages(): void
/** Opens the pages at this address; `strict` as in development, where effects run twice. */
export declare function openPage(
  path: string,
  query?: Record<string, string>,
  {
    strict,
  }?: {
    strict?: boolean | undefined
  },
): Promise<import('@testing-library/user-event').UserEvent>
