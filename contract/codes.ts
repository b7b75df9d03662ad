/** The codes of the envelope (readings 4). Outcomes of the application come with HTTP 200 and one of these. */
export const CODE = {
  ok: 1000,
  refused: 2,
  badRequest: 1001,
  forbidden: 1003,
  missing: 1004,
  /** It could be done once; the product is coming to its end (contract/ending.ts). */
  ended: 1010,
  tooManyTries: 1029,
  noToken: 2004,
  tokenExpired: 2005,
  tokenInvalid: 2006,
  tokenEnded: 2007,
  fault: 5000,
} as const

export type Code = (typeof CODE)[keyof typeof CODE]

/** Codes after which the page forgets the token and asks to sign in again. */
export const SIGN_IN_OVER: readonly number[] = [CODE.noToken, CODE.tokenExpired, CODE.tokenInvalid, CODE.tokenEnded]

export type Envelope<T = unknown> = { code: number; message?: string; hint?: string; data?: T }

/** The texts of section 8 of the specification, in one place for pages and server. */
export const TEXT = {
  loading: '加载中...',
  saving: '保存中...',
  deleting: '删除中...',
  fillIn: '请填写内容',
  saved: '保存成功',
  signInOver: '登录已过期，请重新登录',
  offline: '当前无网络连接，请检查网络',
  network: '请求出错，请稍后再试',
  unreachable: '连接服务器失败',
  retrying: '网络不稳定，正在重试',
  timedOut: '请求超时，请检查网络后再试',
  serverError: '服务器错误',
  gone: '内容不存在或已删除',
} as const

/** Texts that only the server sends, so that pages need not load them. */
export const SERVER_TEXT = {
  unknownEndpoint: '请求的接口不存在',
  busy: '现在访问的人太多，请稍后再试',
  tooLarge: '提交的内容太大了',
  /** Of 1001, where the specification has no sentence for the rule. */
  badRequest: '请求内容有误',
  tooOften: '操作太频繁，请稍后再试',
} as const

/** A page's text when an answer carries neither hint nor message. */
export const failedText = (name: string) => `请求失败，请稍后重试~ Code: ${name}`
