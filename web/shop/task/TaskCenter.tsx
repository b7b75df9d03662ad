import { ChevronRight, CircleCheck, Gift, type LucideIcon, NotebookPen, Package, Send, Smartphone } from 'lucide-react'
import type { Task } from '#contract/task.ts'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { CardList, CardRow, CardSkeletons } from '#web/ui/Card.tsx'
import { EmptyOrbit } from '#web/ui/drawings/EmptyOrbit.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go, goTo } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './TaskCenter.module.css'

const ICONS: Record<Task['id'], LucideIcon> = {
  gift: Gift,
  diary: NotebookPen,
  tel: Smartphone,
  seal: Package,
  send: Send,
}

/** The open tasks, and those that are done already. */
export function TaskCenter() {
  const query = useCall('taskList', {})
  return (
    <Page title="任务中心" back>
      <Loaded query={query} skeleton={<TaskSkeletons />}>
        {({ tasks }) => <Tasks tasks={tasks} />}
      </Loaded>
    </Page>
  )
}

const TaskSkeletons = () => (
  <>
    <p className={`muted ${styles.progress}`}>
      <Skeleton width={88} height={22} />
    </p>
    <CardSkeletons count={5} size={48} />
  </>
)

function Tasks({ tasks }: { tasks: readonly Task[] }) {
  if (tasks.length === 0) {
    return (
      <Empty
        text="暂时没有任务~"
        drawing={<EmptyOrbit />}
        action={<Button onClick={() => go('home')}>返回首页</Button>}
      />
    )
  }
  const done = tasks.filter((task) => task.done === 1).length
  return (
    <>
      <p className={`muted ${styles.progress}`}>
        已完成 {done} / {tasks.length}
      </p>
      <CardList>
        {tasks.map((task) => (
          <li key={task.id}>
            <TaskRow task={task} />
          </li>
        ))}
      </CardList>
    </>
  )
}

function TaskRow({ task }: { task: Task }) {
  const Icon = ICONS[task.id] ?? Package
  const done = task.done === 1
  const Mark = done ? CircleCheck : ChevronRight
  return (
    <CardRow
      start={
        <span className={styles.icon}>
          <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
        </span>
      }
      end={
        <span className={styles.state} data-done={done || undefined}>
          {done ? '已完成' : '去完成'}
          <Mark size={18} strokeWidth={1.75} aria-hidden="true" />
        </span>
      }
      onClick={() => goTo(task.path)}
    >
      <b>{task.title}</b>
      <span className={`muted ${styles.text}`}>{task.text}</span>
    </CardRow>
  )
}
