import { z } from 'zod'
import { flag, id, pageInput, time } from './fields.ts'
import { CASE_NOTE_MAX_CHARS } from './limits.ts'
import { totp } from './totp.ts'

// The operators' own things: what each may do, what each has done and looked at.

/** 审核, 资金, 值守. */
export const ROLES = ['review', 'money', 'keeper'] as const
export type Role = (typeof ROLES)[number]
export const ROLE_NAME: Record<Role, string> = { review: '审核', money: '资金', keeper: '值守' }
export const ROLE_MISSING = '你没有这项权限'

export const OPERATOR_PASSWORD_MIN_CHARS = 12
export const PASSWORD_SHORT = `新密码至少${OPERATOR_PASSWORD_MIN_CHARS}个字符`
export const PASSWORD_CHANGED = '密码已修改，其他登录已退出'
export const TOTP_CHANGED = '动态码已更换，其他登录已退出'
export const TOTP_WRONG = '动态码不正确'
export const TOTP_NOT_BEGUN = '请先获取新的动态码密钥'

/** Kinds of things that operators act on, as the history names them. */
export const ACT_KINDS = [
  'application',
  'case',
  'notice',
  'alarm',
  'feedback',
  'order',
  'goods',
  'clock',
  'loss',
  'operator',
  'months',
  'sunset',
] as const
export type ActKind = (typeof ACT_KINDS)[number]
export const ACT_KIND_NAME: Record<ActKind, string> = {
  application: '提前解封申请',
  case: '公开内容',
  notice: '人工私信',
  alarm: '款项',
  feedback: '意见反馈',
  order: '订单',
  goods: '商品',
  clock: '时钟',
  loss: '丢失的内容',
  operator: '账号',
  months: '月钥匙',
  sunset: '停止运营',
}
export const ACT_NAME: Record<string, string> = {
  pass: '通过',
  refuse: '拒绝',
  down: '下架',
  ban: '封禁',
  done: '已完成',
  fail: '无法完成',
  answer: '已回复',
  refund: '退款',
  add: '上架',
  price: '改价',
  remove: '停售',
  confirm: '确认时间无误',
  hold: '暂停发送',
  password: '修改密码',
  totp: '更换动态码',
  endSession: '退出登录',
  take: '取来公钥',
  replace: '换成另一份公钥',
  proven: '核对过恢复单',
  announce: '公告',
  takeBack: '收回公告',
  readonly: '停止写入',
  archives: '存好每个人的归档',
  giveBack: '退还没用完的购买',
  paidByHand: '另行退款',
  guessed: '有人多次输错密码或动态码，未能登录',
}

/** The one who acts on the command line, as the history names them. */
export const COMMAND_LINE = '命令行'

const proof = {
  password: z.string().min(1, '请输入密码').max(200),
  totp,
}

const operatorSession = z.object({ id: z.string(), created_at: time, expires_at: time, current: flag })
export const deskMeOutput = z.object({
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  sessions: z.array(operatorSession),
})
export const deskPasswordInput = z.object({
  ...proof,
  next: z.string().min(OPERATOR_PASSWORD_MIN_CHARS, PASSWORD_SHORT).max(200, '新密码太长了'),
})
export const deskTotpNewInput = z.object(proof)
/** Shown once; the new secret counts from its first right code on. */
export const deskTotpNewOutput = z.object({ secret: z.string(), uri: z.string() })
export const deskTotpInput = z.object({ totp: proof.totp })
/** One of the operator's sign-ins, or all but this one. */
export const deskEndSessionInput = z.object({ session_id: id.optional() })

const act = z.object({
  id: z.string(),
  operator: z.string(),
  kind: z.enum(ACT_KINDS),
  target: z.string(),
  act: z.string(),
  note: z.string(),
  at: time,
})
/** Of one operator, by name, or of all. */
export const deskHistoryInput = pageInput.extend({ operator: z.string().max(60).optional() })
export const deskHistoryOutput = z.object({ acts: z.array(act), operators: z.array(z.string()) })

const look = z.object({ id: z.string(), operator: z.string(), kind: z.enum(ACT_KINDS), target: z.string(), at: time })

export const deskLooksOutput = z.object({ looks: z.array(look) })

/** Kinds of writing that a person was told are kept, and that a loss may have taken (docs/decisions/losses.md). */
export const WRITING_KINDS = ['capsule', 'diary', 'forecast', 'draft', 'edit', 'gift', 'exchange', 'order'] as const
export type WritingKind = (typeof WRITING_KINDS)[number]
export const WRITING_NAME: Record<WritingKind, string> = {
  capsule: '时光胶囊',
  diary: '日记',
  forecast: '预测胶囊',
  draft: '草稿',
  edit: '日记的修改',
  gift: '赠送',
  exchange: '兑换',
  order: '充值订单',
}

const lost = z.object({
  id: z.string(),
  user_id: z.string(),
  kind: z.enum(WRITING_KINDS),
  row_id: z.string(),
  at: time,
})
/** Of the losses of the last thirty days, newest first: what is missing of whom, by number and kind. */
export const deskLostOutput = z.object({ lost: z.array(lost) })

/**
 * `waits`: somebody must confirm the time, though nothing may be held for it. `lost`: how many writings were taken by the latest
 * loss that took any.
 */
export const deskClockOutput = z.object({ text: z.string(), held: flag, restored: flag, waits: flag, lost: z.int() })
export const deskClockSetInput = z.object({ act: z.enum(['confirm', 'hold']) })

/**
 * How many archives people have asked for, never whose: in the making and since when the oldest waits ('' when none does), ready with
 * the bytes of all of them, and failed, until they are cleared.
 */
export const deskArchivesOutput = z.object({
  waiting: z.int(),
  waiting_since: time,
  ready: z.int(),
  bytes: z.int(),
  failed: z.int(),
})

/** How the log of receipts stands, as the command line says it. */
export const deskLogOutput = z.object({ text: z.string(), signs: flag })

/** The keys of months, and whether an operator is to do something for them: take some, prove the sheets, look into a change. */
export const deskMonthKeysOutput = z.object({ text: z.string(), due: flag })

const order_no = z.string().regex(/^[\w-]{1,64}$/, '订单号不正确')
export const deskOrderInput = z.object({ order_no })
export const deskOrderOutput = z.object({
  order: z.object({
    order_no: z.string(),
    channel: z.string(),
    state: z.int(),
    count: z.int(),
    fen: z.int(),
    owed: z.int(),
    created_at: time,
    paid_at: time,
    refunded_at: time,
    transaction_id: z.string(),
  }),
})
export const deskRefundInput = z.object({
  ...proof,
  order_no,
  reason: z.string().trim().min(1, '请写明退款原因').max(CASE_NOTE_MAX_CHARS, '退款原因太长了'),
})
export const deskRefundOutput = z.object({ text: z.string() })
