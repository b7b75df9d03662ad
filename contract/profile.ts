import { z } from 'zod'
import { password } from './account.ts'
import { captcha } from './captcha.ts'
import { flag } from './fields.ts'
import { NICKNAME_MAX_CHARS } from './limits.ts'
import { keyOf } from './media.ts'
import { tel } from './tel.ts'
import { isVisible, visible, withoutJoiners } from './visible.ts'
import { balances } from './wallet.ts'

/** The pictures to choose from. */
export const AVATARS = ['moon', 'comet', 'lamp', 'cat', 'whale', 'kite', 'leaf', 'boat'].map(
  (name) => `/avatars/${name}.svg`,
)

const isAvatar = (value: string): boolean => AVATARS.includes(value) || keyOf(value)?.startsWith('image/') === true

/** A stored nickname stays for nobody; people see this once the account is closed. */
export const CANCELLED_NAME = '该用户已注销'
export const NICKNAME_TITLE = '修改昵称'
export const BANNED = '你的公开功能已停用'
export const TEL_NEEDED = '请先绑定手机号'
export const TEL_ELSEWHERE = '该手机号已绑定其他账号'
export const TEL_SAME = '这就是你现在绑定的手机号'
export const LAST_WAY = '这是你唯一的登录方式，不能解绑'
export const NOT_BOUND = '尚未绑定'

const OF_CLOSED_ACCOUNTS = [CANCELLED_NAME, '用户已注销']

/** Why this is no nickname (section 5), or undefined. Blanks at both ends do not count. */
export function whyNotNickname(value: string): string | undefined {
  if (value === '') return '请填写昵称'
  if (visible(value) === '') return '不能有空格'
  const name = value.trim()
  if ([...name].length > NICKNAME_MAX_CHARS) return `已超出${NICKNAME_MAX_CHARS}字上限`
  if (!isVisible(name)) return '昵称里有看不见的字符'
  if (OF_CLOSED_ACCOUNTS.includes(withoutJoiners(name).normalize('NFKC'))) return '这个昵称不能使用'
  return undefined
}

/** Why this person may not show themselves in public yet (a number stands behind whatever is public), or undefined. */
export function whyNotInPublic({ tel, banned = false }: { tel: string; banned?: boolean }): string | undefined {
  if (banned) return BANNED
  return tel ? undefined : TEL_NEEDED
}

export const user = z.object({
  id: z.string(),
  nickname: z.string(),
  avatar: z.string(),
  sex: z.enum(['', '0', '1']),
  tel: z.string(),
  /** Names at the platforms; empty while not bound. */
  weibo_nickname: z.string(),
  wechat_nickname: z.string(),
  ...balances.shape,
  /** 1 until the welcome gift is claimed. */
  is_first: flag,
  /** Whether 那年今日 is shown on the diary list. */
  show_this_day: flag,
  /** Whether a sign-in from elsewhere is told by SMS as well. */
  notify_sign_in: flag,
  /** Whether others see the record of their predictions. */
  show_forecasts: flag,
  /** The buyer's token for the App Store (`appAccountToken`). */
  apple_account_token: z.string(),
  /** As in `userDetail` (specification 3): nobody follows themselves. */
  is_follow: z.literal(0),
  /** Messages of the inbox that were not seen yet. */
  unread: z.int(),
  /** Whether the newest version of the agreements was agreed to; a person who has not agreed is asked. */
  agreed: flag,
  /** Changes that wait for an operator's look: a new name, a new picture; the old one stands meanwhile. */
  waiting: z.array(z.enum(['nickname', 'avatar'])),
})
export type User = z.infer<typeof user>
export const userOutput = z.object({ user })

export const updateUserInput = z
  .object({
    /** One of the given pictures, or an uploaded one by its key or address. */
    avatar: z.string().max(2000).refine(isAvatar, '请选择一张头像').optional(),
    nickname: z.string().max(200).optional(),
    /** Empty: not stated any more. */
    sex: z.enum(['', '0', '1'], '性别只能是 0（女）、1（男）或空').optional(),
    show_this_day: flag.optional(),
    notify_sign_in: flag.optional(),
    show_forecasts: flag.optional(),
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), '没有要修改的内容')

/** `password`: the account's own when it has one (only a person who knows it may change the number), else the new one. */
export const bindTelInput = z.object({ tel, password, captcha })

/** `type` of unbind: 0 the telephone number, 1 WeChat, 2 Weibo. */
export const UNBIND = { tel: 0, wechat: 1, weibo: 2 } as const
export const unbindInput = z.object({ type: z.union([z.literal(0), z.literal(1), z.literal(2)]) })
