import { ChevronLeft, House, NotebookPen, Plus, Smartphone, Telescope, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PageName } from '#contract/pages.ts'
import { GHOSTS } from '#web/look/home/Ghosts.tsx'
import type { Shell } from './start.ts'

type Size = number | string
type Drawn = Omit<Shell, 'body'> & { mood?: 'universe'; alone?: true; body: ReactNode }

/** A block in the place of something that is not there yet. */
const Block = ({ w, h }: { w: Size; h: number }) => <i style={{ width: w, height: h }} />
const Blocks = ({ of }: { of: readonly (readonly [width: Size, height: number])[] }) =>
  of.map(([w, h]) => <Block key={`${w} ${h}`} w={w} h={h} />)

const Cards = ({ of }: { of: readonly number[] }) =>
  of.map((height, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nothing of it changes
    <s key={at} style={{ height }} />
  ))

const LINES = ['92%', '100%', '96%', '60%'].map((width) => [width, 18] as const)

const lines = (title: string): Drawn => ({
  title,
  back: true,
  body: (
    <p className="text">
      <Blocks of={LINES} />
    </p>
  ),
})

const cards = (title: string, heights: readonly number[]): Drawn => ({
  title,
  back: true,
  body: <Cards of={heights} />,
})

const Home = () => (
  <>
    <section className="head">
      <b>胶囊宇宙</b>
      <p className="muted">来自不同时间的人，把话留在了这里</p>
    </section>
    <section className="room">
      {[...GHOSTS]
        .sort((one, other) => Number(other.opacity) - Number(one.opacity))
        .slice(0, 7)
        .map(({ left, top, scale, opacity }) => (
          <u key={left} style={{ left, top, scale, opacity }} />
        ))}
    </section>
  </>
)

const Diaries = () => (
  <>
    <section className="month">
      <b>$month</b>
    </section>
    {[1, 2, 3, 4, 5].map((row) => (
      <section key={row} className="day">
        <Block w={36} h={44} />
        <s />
      </section>
    ))}
  </>
)

const Me = () => (
  <>
    <s className="night" style={{ height: 184 }} />
    <Cards of={[80, 80, 80, 80]} />
  </>
)

const Detail = () => (
  <>
    <p className="text">
      <Blocks
        of={[
          ['60%', 28],
          ['80%', 40],
          ['100%', 120],
          ['94%', 18],
          ['98%', 18],
          ['70%', 18],
        ]}
      />
    </p>
  </>
)

const SignIn = () => (
  <>
    <section className="form">
      <b>欢迎回到时光胶囊</b>
      <Blocks
        of={[
          ['40%', 20],
          ['100%', 52],
          ['36%', 20],
          ['99%', 52],
          ['80%', 20],
        ]}
      />
    </section>
  </>
)

/**
 * The pages' shapes before their code has come, as the build draws them into the page of HTML: bars, headings, and blocks in
 * the place of everything that is somebody's.
 */
export const SHELLS: Partial<Record<PageName, Drawn>> = {
  home: { mood: 'universe', body: <Home /> },
  diaryList: { width: 'panes', body: <Diaries /> },
  me: { title: '我的', body: <Me /> },
  capsuleDetail: { title: '胶囊详情', back: true, body: <Detail /> },
  writeDiary: lines('写日记'),
  rechargeCenter: cards('充值中心', [92, 44, 96, 96, 120]),
  setting: cards('设置', [80, 240, 180]),
  meCapsule: { ...cards('我的胶囊', [44, 110, 110, 110, 110]), width: 'wide', mood: 'universe' },
  draftBox: cards('草稿箱', [96, 96, 96, 96]),
  taskCenter: cards('任务中心', [96, 96, 96]),
  login: { mood: 'universe', alone: true, title: '登录', back: true, body: <SignIn /> },
}

export const BACK = <ChevronLeft size={26} />

/** The tabs, as `web/app/shell/TabBar.tsx` has them: below a tab's page, from 700 px beside every page. */
export const TAB_BAR = (
  <nav className="tabs" inert>
    <span>
      <House />
      首页
    </span>
    <span>
      <NotebookPen />
      日记
    </span>
    <span>
      <em>
        <Plus size={26} />
      </em>
      时光
    </span>
    <span>
      <Telescope />
      预测
    </span>
    <span>
      <UserRound />
      我的
    </span>
    <span>
      <Smartphone size={20} />
      手机视图
    </span>
  </nav>
)
