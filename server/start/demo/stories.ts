import type { DemoPicture } from './pictures.ts'

/** Who lives in the demonstration; the first is the account one signs in to. */
export const DEMO_PEOPLE = [
  { nickname: '小满', sex: '0' as const, avatar: '/avatars/moon.svg' },
  { nickname: '北岸的风', sex: '1' as const, avatar: '/avatars/whale.svg' },
  { nickname: '一颗橘子糖', sex: '0' as const, avatar: '/avatars/cat.svg' },
  { nickname: '山野来信', sex: '1' as const, avatar: '/avatars/kite.svg' },
  { nickname: '旧相机', sex: '' as const, avatar: '/avatars/lamp.svg' },
  { nickname: '晚安列车', sex: '0' as const, avatar: '/avatars/comet.svg' },
]

/** Each is found in a title below. */
export const DEMO_HOT_WORDS = ['夏夜', '旅行', '猫', '妈妈', '戒烟']

export type DemoCapsule = {
  by: number
  title: string
  html: string
  words: string
  sealedInDays: number
  opensInDays: number
  /** Days from now at which it was opened; absent while it is sealed. */
  opened?: number
  isPublic?: boolean
  locked?: boolean
  answers?: Record<string, string>
  /** In a graphic capsule, in place of the text, each with its remark. */
  pictures?: readonly { name: DemoPicture; remark: string }[]
  /** Anybody may see it by its link. */
  shared?: boolean
}

type DemoDiary = { months: number; days: number; html: string; picture?: DemoPicture }

/** Diaries of the demonstration account, from the oldest; `months` before today is the same date, `days` before it any other. */
export const DEMO_DIARIES: readonly DemoDiary[] = [
  { months: -24, days: 0, html: '<p>搬进新公寓的第一晚，窗外有火车开过。</p><p>睡不着，但是很高兴。</p>' },
  { months: -12, days: 0, html: '<p>和妈妈包了一百个饺子，冻了满满一抽屉。</p>' },
  { months: -11, days: -6, html: '<p>今年的第一场雪，落在还没收的被子上。</p><p>妈妈在电话里笑了很久。</p>' },
  {
    months: -10,
    days: -11,
    html: '<h2>回家的车票</h2><p>硬卧上铺，十四个小时。邻座的孩子在窗上画了一颗心。</p>',
    picture: 'train',
  },
  { months: -9, days: -2, html: '<p>把旧手机里的三千张照片看了一遍，留下四十张。</p>' },
  { months: -8, days: -15, html: '<p>阳台上的薄荷发芽了，比去年早了九天。</p>' },
  { months: -7, days: -4, html: '<p>第一次在会上说“我不同意”。声音有点抖，但说完了。</p>' },
  { months: -6, days: -9, html: '<h2>半年小结</h2><ul><li>读完七本书</li><li>学会做鱼</li><li>少熬夜，失败</li></ul>' },
  {
    months: -5,
    days: -3,
    html: '<p>山顶的风很大。喊出去的那句话，过了很久才有回声。</p>',
    picture: 'mountain',
  },
  { months: -4, days: -17, html: '<p>停电的晚上，整栋楼的人都在走廊里聊天。</p>' },
  { months: -3, days: -8, html: '<p>给外婆买了新的老花镜。她说，原来你长这样。</p>' },
  { months: -2, days: -5, html: '<p>加班到十点，楼下的馄饨摊还亮着灯。老板多给了我两个。</p>' },
  {
    months: -1,
    days: -3,
    html: '<h2>桂花开了</h2><p>下班路上多绕了两个路口，只为了那阵香。</p>',
    picture: 'osmanthus',
  },
  { months: 0, days: -9, html: '<p>跑步五公里，第一次没有停下来。</p><p>原来坚持是有声音的，是自己的呼吸声。</p>' },
  { months: 0, days: -4, html: '<p>猫学会了开门。家里再没有秘密。</p>', picture: 'cat' },
  {
    months: 0,
    days: -1,
    html: '<p style="text-align: center"><strong>早睡计划，第 3 次</strong></p><p>失败于一集没看完的剧。</p>',
  },
]

export const DEMO_FORECASTS = [
  {
    title: '大胆的',
    content: '明年这个时候，我会换一份工作吗？',
    comment: '会的，而且是自己喜欢的那一种。',
    sealedInDays: -20,
    opensInDays: 345,
  },
  {
    title: '笃定的',
    content: '今年冬天会下雪吗？',
    comment: '会。第一场雪那天，我要煮一锅热红酒。',
    sealedInDays: -300,
    opensInDays: -2,
    opened: -1,
  },
] as const

export const DEMO_CAPSULES: DemoCapsule[] = [
  {
    by: 0,
    title: '给三十岁的自己',
    sealedInDays: -40,
    opensInDays: 900,
    locked: true,
    html: '<p>写下这封信的时候，窗外正下着雨。</p><p>三十岁的我，你还记得现在最想做的那件事吗？</p>',
    words: '别急，慢慢来。',
    answers: { '您的生肖是？': '兔' },
  },
  {
    by: 0,
    title: '搬家那天的清单',
    sealedInDays: -12,
    opensInDays: 200,
    html: '<p>纸箱十一个，绿萝两盆，猫一只。</p>',
    words: '新家要好好住。',
  },
  {
    by: 0,
    title: '等你来开',
    sealedInDays: -31,
    opensInDays: -1,
    html: '<h2>一个月前的我</h2><p>如果你读到这里，说明又平安地过了一个月。</p>',
    words: '今晚吃点好的。',
  },
  {
    by: 0,
    title: '第一次独自旅行',
    sealedInDays: -400,
    opensInDays: -30,
    opened: -29,
    isPublic: true,
    html: '<p>凌晨四点的火车站只有我一个人。</p><p>后来太阳从稻田后面升起来，我决定以后每年都要出发一次。</p>',
    words: '谢谢那个买了票的你。',
  },
  {
    by: 0,
    title: '凌晨五点的海',
    sealedInDays: -190,
    opensInDays: -12,
    opened: -12,
    isPublic: true,
    shared: true,
    html: '',
    pictures: [
      { name: 'sea', remark: '等了四十分钟，太阳只用了四分钟。' },
      { name: 'mountain', remark: '回程绕去爬了那座山。' },
    ],
    words: '下次带上她一起来看。',
  },
  {
    by: 0,
    title: '分手后的第七天',
    sealedInDays: -365,
    opensInDays: -60,
    opened: -60,
    html: '<p>今天没有哭。</p>',
    words: '看，都过去了。',
  },
  {
    by: 1,
    title: '毕业前的最后一个夏夜',
    sealedInDays: -730,
    opensInDays: -8,
    opened: -7,
    isPublic: true,
    html: '<p>操场上的灯一盏一盏灭掉，我们躺在草地上说，十年后还要在这里见。</p>',
    words: '记得给他们打电话。',
  },
  {
    by: 1,
    title: '戒烟第一天',
    sealedInDays: -365,
    opensInDays: -3,
    opened: -2,
    isPublic: true,
    html: '<p>如果你打开它的时候已经一年没有抽烟，请奖励自己一次海边的旅行。</p>',
    words: '你做到了吗？',
  },
  {
    by: 2,
    title: '妈妈的红烧肉配方',
    sealedInDays: -200,
    opensInDays: -15,
    opened: -14,
    isPublic: true,
    html: '<p>冰糖要炒到琥珀色，酒要多过水。她说火候是等出来的。</p>',
    words: '常回家。',
  },
  {
    by: 2,
    title: '养猫一周年',
    sealedInDays: -366,
    opensInDays: -5,
    opened: -1,
    isPublic: true,
    html: '<p>一年前它只有一只手那么大，现在占了我半张床。</p>',
    words: '它还在你腿上吗？',
  },
]
