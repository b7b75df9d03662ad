import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Which process: a pid alone says nothing, it is used again after a restart and in every container. */
export type Owner = {
  pid: number
  /** the running kernel on Linux, else the machine's name */
  machine: string
  /** the pid namespace on Linux: pid 1 exists in every container */
  space: string
  /** when the process started, in clock ticks since boot; absent outside Linux */
  started?: string
}

export function thisProcess(): Owner {
  return {
    pid: process.pid,
    machine: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? hostname(),
    space: attempt(() => readlinkSync('/proc/self/ns/pid')) ?? '',
    started: statOf(process.pid)?.started,
  }
}

/** Is that process alive? Undefined where it cannot be told from here: another container, another machine. */
export function isAlive(owner: Owner): boolean | undefined {
  const here = thisProcess()
  if (owner.machine !== here.machine || owner.space !== here.space) return undefined
  if (!exists(owner.pid)) return false
  if (owner.started === undefined) return undefined
  const stat = statOf(owner.pid)
  return owner.started === stat?.started && !stat.dead
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The fields of /proc/<pid>/stat from field 3 on; the name before them may hold spaces and brackets. */
function statOf(pid: number) {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (stat === undefined) return undefined
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, threads, started] = [fields[0]!, fields[17], fields[19]]
  // Killed, and not yet collected by its parent. While other threads of it end, one may still be writing.
  return { started, dead: 'ZXx'.includes(state) && Number(threads) <= 1 }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
