import { QUESTIONS_DROP_HOURS } from '#contract/limits.ts'

/**
 * Parts of a message besides its fixed words: where to go, a code, or whose it is – in a letter by name, in an SMS, which holds
 * no free text, by the shortened number. Never a title, never anything that is sealed.
 */
export type MessageParams = { link: string; code?: string; who?: string }

type Text = {
  /** One sentence or two, in every channel; an SMS holds 70 characters (docs/decisions/notices.md). */
  sentence: (said: MessageParams) => string
  /** Above a letter. */
  subject: string
  /** Paragraphs of a letter in place of the sentence, where it can say more. */
  letter?: (said: MessageParams) => string[]
  /** Where `link` leads: to open (`/u/`), to agree to be told (`/n/`) or to see what waits (`/w/`) by a token, or its owner to what it tells of (`/c/`). */
  leads?: 'u' | 'n' | 'w' | 'c'
  /** On the letter's button, where there is something to open. */
  button?: string
  /** Its name in 送达记录; round 0 is the day itself, the others are reminders. */
  about: (round: number) => string
}

const DROP = `${QUESTIONS_DROP_HOURS}小时后生效`
const opening = (round: number): string => (round === 0 ? '解封通知' : `第${round}次提醒`)

/**
 * Every message there is, in every channel. A new one is a line here; at Aliyun it is registered under
 * ALIYUN_SMS_TEMPLATE_ and its name (`openOwner`: OPEN_OWNER), with the variables of docs/providers.md.
 */
const TEXTS = {
  code: {
    sentence: ({ code }) => `您的验证码是 ${code}，5分钟内有效。请勿告诉他人。`,
    subject: '时光胶囊验证码',
    about: () => '验证码',
  },
  // To contacts; the owner's link leads to the very thing, and is worth nothing without their sign-in.
  open: {
    sentence: ({ link }) => `您有一枚时光胶囊已到解封时间，打开 ${link} 查看。`,
    subject: '您有一枚时光胶囊可以解封了',
    letter: ({ link, who }) => [`${who}封存的一枚时光胶囊到了解封的这一天，想让您知道。`, `打开 ${link} 查看。`],
    leads: 'u',
    button: '打开时光胶囊',
    about: opening,
  },
  openOwner: {
    sentence: ({ link }) => `您封存的一枚时光胶囊已到解封时间，打开 ${link} 即可解封。`,
    subject: '您的时光胶囊可以解封了',
    leads: 'c',
    about: opening,
  },
  confirm: {
    sentence: ({ link, who }) => `${who}想在胶囊到期时告诉您，同意或拒绝${link}`,
    subject: '请确认接收时光胶囊的到期通知',
    letter: ({ link, who }) => [
      `${who}封存了一枚时光胶囊，想在它解封的那一天告诉您。`,
      `打开 ${link} 就可以同意，也可以拒绝：拒绝以后，您不会再收到时光胶囊的任何通知。`,
      '不认识这个人？不理会这封信也没有关系，信里没有需要您填写的东西。',
    ],
    leads: 'n',
    button: '查看并确认',
    about: () => '联系方式确认',
  },
  // To the person it is for: neither number nor title, and who and when on the page alone.
  card: {
    sentence: ({ link }) => `有人寄给您一枚时光胶囊，打开 ${link} 看看是谁、哪天打开。`,
    subject: '有一枚给您的时光胶囊',
    letter: ({ link, who }) => [
      `${who}寄给您一枚时光胶囊，到了那一天才能打开。`,
      `打开 ${link} 就能看到是哪一天，也可以现在收下，或者告诉我们您不想收。`,
      '不认识这个人？不理会这封信也没有关系，信里没有需要您填写的东西。',
    ],
    leads: 'w',
    button: '看看这枚胶囊',
    about: () => '寄给 TA 的卡片',
  },
  openReceiver: {
    sentence: ({ link }) => `寄给您的一枚时光胶囊到了可以打开的日子，打开 ${link} 查看。`,
    subject: '寄给您的时光胶囊可以打开了',
    letter: ({ link, who }) => [`${who}寄给您的一枚时光胶囊，到了可以打开的日子。`, `打开 ${link} 查看。`],
    leads: 'u',
    button: '打开时光胶囊',
    about: opening,
  },
  // To who received it: it stands in their list, and is worth nothing without their sign-in.
  received: {
    sentence: () => '有人寄给您的一枚时光胶囊可以打开了，请登录后在“我的胶囊”的“收到的”里打开。',
    subject: '有人寄给您的时光胶囊可以打开了',
    about: opening,
  },
  approved: {
    sentence: ({ link }) => `您的提前解封申请已通过，打开 ${link} 即可解封。`,
    subject: '您的提前解封申请已通过',
    leads: 'c',
    about: () => '审核结果',
  },
  rejected: {
    sentence: ({ link }) => `您的提前解封申请未通过，打开 ${link} 查看答复。`,
    subject: '您的提前解封申请未通过',
    leads: 'c',
    about: () => '审核结果',
  },
  bounced: {
    sentence: ({ link }) => `您的一枚时光胶囊有联系方式无法送达，请打开 ${link} 更正。`,
    subject: '时光胶囊的联系方式无法送达',
    leads: 'c',
    about: () => '联系方式无法送达',
  },
  questions: {
    sentence: () => `一枚以您为联系人的时光胶囊，主人申请取消安全问题，${DROP}。如有疑问请联系主人。`,
    subject: '时光胶囊的安全问题即将取消',
    letter: ({ who }) => [
      `${who}封存了一枚以您为联系人的时光胶囊，现在申请取消它的安全问题，${DROP}。`,
      '如有疑问请联系对方。',
    ],
    about: () => '安全问题取消提醒',
  },
  questionsOwner: {
    sentence: ({ link }) => `您申请取消胶囊的安全问题，${DROP}。非本人请打开 ${link} 撤销`,
    subject: '时光胶囊的安全问题即将取消',
    leads: 'c',
    about: () => '安全问题取消提醒',
  },
  signIn: {
    sentence: () => '您的账号刚在新的地方登录。如非本人，请在“登录设备”中退出并修改密码。',
    subject: '您的账号在新的地方登录',
    about: () => '登录提醒',
  },
  archive: {
    sentence: () => '您的账号申请了导出全部记忆。如非本人，请在“设置”中取消并修改密码。',
    subject: '您的账号申请了导出全部记忆',
    about: () => '导出提醒',
  },
  kept: {
    sentence: ({ link, code }) => `您的全部记忆已存成加密的文件，24个月内打开 ${link}#${code} 取回，请保存好本短信。`,
    subject: '您的全部记忆已存成文件',
    about: () => '归档已存好',
  },
  sunset: {
    sentence: () => '时光胶囊将停止运营。日期、安排，以及怎样导出全部记忆，请登录后在“消息”中查看。',
    subject: '时光胶囊将停止运营',
    about: () => '停止运营通知',
  },
  // To the operator, every day: its absence says that nothing goes out.
  canary: {
    sentence: () => '每日送达检查：收到这条消息，说明通知发得出去。哪天没有收到，请查看服务器。',
    subject: '时光胶囊每日送达检查',
    about: () => '送达检查',
  },
} satisfies Record<string, Text>

export type Template = keyof typeof TEXTS
export const TEMPLATES = Object.keys(TEXTS) as Template[]
export const textOf = (template: Template): Text => TEXTS[template]

/** The name of a message in 送达记录, also of one from another version. */
export const aboutOf = (template: string, round: number): string =>
  (TEXTS as Partial<Record<string, Text>>)[template]?.about(round) ?? '通知'

/** Under every letter; `stop` is where third persons say that they want no more. */
export const FOOT = (stop: string): string => `不想再收到时光胶囊的通知？打开 ${stop} 停止接收。`
/** The log of receipts as its newest checkpoint has it: how many leaves, and their root in base64. */
export type LogHead = { size: string; root: string }
/** Last in every letter: letters lie with many people, and so a log that was changed behind them is found. */
export const LOG_LINE = ({ size, root }: LogHead): string => `凭证日志 ${size} · ${root}`
export const NAME = '时光胶囊'

/** The sentence as each channel says it. Signs that no Weibo name holds would make another mention, a topic, or two words. */
export const SPOKEN: Record<'sms' | 'weibo', (sentence: string, address: string) => string> = {
  sms: (sentence) => `【${NAME}】${sentence}`,
  weibo: (sentence, name) => `@${name.replace(/[@#\s]/g, '')} ${sentence}`,
}
