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
    started: startOf(process.pid),
  }
}

/** Is that process alive? Undefined where it cannot be told from here: another container, another machine. */
export function isAlive(owner: Owner): boolean | undefined {
  const here = thisProcess()
  if (owner.machine !== here.machine || owner.space !== here.space) return undefined
  if (!exists(owner.pid)) return false
  if (owner.started === undefined) return undefined
  return owner.started === startOf(owner.pid)
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Field 22 of /proc/<pid>/stat; the name before it may hold spaces and brackets. */
function startOf(pid: number): string | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
