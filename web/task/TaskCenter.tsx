import { ChevronRight, CircleCheck, Gift, type LucideIcon, Package, Smartphone } from 'lucide-react'
import type { Task } from '#contract/task.ts'
import { useCall } from '#web/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go, goTo } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './TaskCenter.module.css'

const ICONS: Record<Task['id'], LucideIcon> = { gift: Gift, tel: Smartphone, seal: Package }

/** What there is to do, and what is done already. */
export function TaskCenter() {
  const query = useCall('taskList', {})
  return (
    <Page title="任务中心" back>
      <Loaded query={query} shape={<Skeletons />}>
        {({ tasks }) => <Tasks tasks={tasks} />}
      </Loaded>
    </Page>
  )
}

function Tasks({ tasks }: { tasks: readonly Task[] }) {
  if (tasks.length === 0) {
    return <Empty text="暂时没有任务~" action={<Button onClick={() => go('home')}>返回首页</Button>} />
  }
  const done = tasks.filter((task) => task.done === 1).length
  return (
    <>
      <p className={styles.progress}>
        已完成 {done} / {tasks.length}
      </p>
      <ul className={styles.list}>
        {tasks.map((task) => (
          <li key={task.id}>
            <TaskRow task={task} />
          </li>
        ))}
      </ul>
    </>
  )
}

function TaskRow({ task }: { task: Task }) {
  const Icon = ICONS[task.id] ?? Package
  const done = task.done === 1
  return (
    <button type="button" className={styles.task} data-done={done || undefined} onClick={() => goTo(task.path)}>
      <span className={styles.icon}>
        <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className={styles.about}>
        <b>{task.title}</b>
        <span>{task.text}</span>
      </span>
      <span className={styles.state}>
        {done ? '已完成' : '去完成'}
        {done ? (
          <CircleCheck size={18} strokeWidth={1.75} aria-hidden="true" />
        ) : (
          <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
        )}
      </span>
    </button>
  )
}

const Skeletons = () => (
  <div className={styles.list} aria-busy="true">
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} height={88} />
    ))}
  </div>
)
