import { BellRing, Gem, LockKeyhole, type LucideIcon, Sunset } from 'lucide-react'
import { ENDING_TITLE } from '#contract/endingPage.ts'
import { href } from '#contract/pages.ts'

export type PromiseName = 'sealed' | 'kept' | 'told' | 'ended'
type OurPromise = {
  name: PromiseName
  Icon: LucideIcon
  title: string
  line: string
  /** How the promise is kept, a paragraph each. */
  how: readonly string[]
  /** A page of its own that says more. */
  more?: { title: string; to: string }
}

/** The product's promises, and how they are kept: only things that it really does. */
export const PROMISES: readonly OurPromise[] = [
  {
    name: 'sealed',
    Icon: LockKeyhole,
    title: '封存，就是封存',
    line: '没到那一天，谁也打不开，你自己也不行。',
    how: [
      '封存的那一刻，内容、图片、视频和文件都被加密锁上；除了标题，一个字都不再显示。',
      '没到时间，任何页面、任何接口都不会交出它：对陌生人、对你留的联系人、对后台人员，对你自己，都一样。',
      '真的有急事，可以申请提前解封：由你说明理由，由人审核。封存时如果选了不允许提前解封，就一直等到那一天。',
    ],
  },
  {
    name: 'kept',
    Icon: Gem,
    title: '交给我们的，一件不丢',
    line: '写到一半断了网、关了页面，都还在。',
    how: [
      '你写的每一个字，随手就存在这台设备上。关掉页面、没电、断网，回来还能接着写。',
      '看到「已封存」，它就已经稳稳地写下了；没看到，再点一次就好，不会变成两份。',
      '点了两下、网络重发，都只会有一份，也只花一份。',
      '随时可以在「设置」里导出全部记忆：一个压缩包，没有网络、没有我们，也能打开。',
    ],
  },
  {
    name: 'told',
    Icon: BellRing,
    title: '那一天，不会错过',
    line: '时间一到，我们来叫你，也叫你想告诉的人。',
    how: [
      '到了那天，会按你留下的方式一一通知：短信、邮件、微博。没送到会再试，每一次都记在「送达记录」里。',
      '也可以把这些日子订阅到手机日历里，由手机自己来提醒你。',
      '手机号、邮箱换了，记得回来改一下：这是我们唯一需要你记得的事。',
    ],
  },
  {
    name: 'ended',
    Icon: Sunset,
    title: '有始有终',
    line: '有一天我们停下，你写的也都拿得回，打得开。',
    how: [
      '停下之前，至少提前 180 天告诉你，再留 180 天给你看、打开和导出；档案另外保存 24 个月。',
      '还封着的，到了那个月，没有我们也能打开。',
    ],
    more: { title: ENDING_TITLE, to: href('ending') },
  },
]
