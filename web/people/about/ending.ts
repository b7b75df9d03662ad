import { Archive, BookOpen, KeyRound, type LucideIcon, Megaphone } from 'lucide-react'

type Stage = {
  Icon: LucideIcon
  /** How long it lasts, as the beginning of its line. */
  lasts: string
  title: string
  says: readonly string[]
}

/** The end, a stage after another: what `npm run sunset` does (docs/decisions/sunset.md). */
export const STAGES: readonly Stage[] = [
  {
    Icon: Megaphone,
    lasts: '180 天',
    title: '先告诉你',
    says: [
      '网站上先挂出公告，一天以后再给每个人发信、发短信。那时起不接新用户，也不再出售。',
      '买来还没用的胶囊，退钱给你：送的算先用掉，剩下的算最近买的。支付平台退不了的，我们另外退给你。',
    ],
  },
  {
    Icon: BookOpen,
    lasts: '又 180 天',
    title: '不再写，照样读',
    says: ['阅读、打开、导出都在。到期的胶囊照样打开，照样通知。', '登录、改密码、更正联系方式和注销，也都还能用。'],
  },
  {
    Icon: Archive,
    lasts: '24 个月',
    title: '网站关了，档案还在',
    says: [
      '每个人的全部内容做成一份加密的档案，放在一个只管下载的地方。',
      '地址和代码写在给你的消息和短信里，那里没有名单。请在这 24 个月里下载，存到你自己的地方。',
    ],
  },
  {
    Icon: KeyRound,
    lasts: '每月一个数字',
    title: '封着的，到期自己开',
    says: ['每个月过完，公布那个月的数字。有了它，到那时为止到期的胶囊都打得开；没到期的，照样打不开。'],
  },
]

/** How a sealed capsule out of an archive is opened, without us. */
export const WAYS = [
  { name: '找到文件', says: '导出的档案里，每枚还封着的胶囊是一个 .cap 文件。' },
  { name: '双击打开', says: '文件旁边有一个 OPEN-ME.html，用浏览器打开它，再选那个文件，不用联网。' },
  { name: '填上数字', says: '到期那个月的数字，或者以后任何一个月的。漏看了哪个月，都不要紧。' },
] as const

/** Said as plainly as what we promise. */
export const LIMITS = [
  {
    name: '纸要是丢了',
    says: '所有数字都从写在三张纸上的一个数算出来，两张合起来才算得出。丢了两张，封着的档案就再也打不开。',
  },
  { name: '纸要是被偷了', says: '偷到两张的人，能提前打开他手里有的文件。别人的文件，他没有。' },
  {
    name: '三位保管人',
    says: '三张纸由三个人分开保管。其中两个人合起来，随时能算出任何一个月的数字。我们要核对两个时钟才公布，防的是弄错，防不了他们。',
  },
] as const
