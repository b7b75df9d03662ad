// Seconds of processor, as Linux tells them in hundredths (proc(5)); 0 where there is no /proc.
import { readdirSync, readFileSync } from 'node:fs'

/** The seconds of this process' children that have ended and been waited for, with those of their own children. */
export const ofEndedChildren = () => secondsOf(statOf('self'), ['cutime', 'cstime'])

/** The seconds of a process and all below it, running or ended. */
export function ofTree(pid) {
  const stats = processes().map(statOf).filter(Boolean)
  const below = [pid]
  for (const parent of below) below.push(...stats.filter(({ ppid }) => ppid === parent).map((stat) => stat.pid))
  return stats
    .filter((stat) => below.includes(stat.pid))
    .reduce((sum, stat) => sum + secondsOf(stat, ['utime', 'stime', 'cutime', 'cstime']), 0)
}

function processes() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in brackets and may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [utime, stime, cutime, cstime] = fields.slice(11, 15)
    return { pid: Number.parseInt(text, 10), ppid: fields[1], utime, stime, cutime, cstime }
  } catch {
    return undefined
  }
}

const secondsOf = (stat, names) => (stat ? names.reduce((sum, name) => sum + stat[name], 0) / 100 : 0)
