import { readFileSync } from 'node:fs'

const SUFFIX = '_FILE'
const LONGEST_CHARS = 64 * 1024

type Values = Record<string, string | undefined>

/**
 * The settings with those read that are given as NAME_FILE, the path of a file whose trimmed text is the value: containers
 * get their secrets so. `faults` has a sentence for each that is given twice, unreadable, empty or no text.
 */
export function fromFiles(given: Values, isSetting: (name: string) => boolean): { values: Values; faults: string[] } {
  const values = { ...given }
  const faults: string[] = []
  for (const [variable, path] of Object.entries(given)) {
    const name = variable.slice(0, -SUFFIX.length)
    if (!variable.endsWith(SUFFIX) || !isSetting(name) || path === undefined) continue
    const found = given[name] === undefined ? readSetting(path) : { fault: `${name} 和 ${variable} 只能设置一个` }
    if (found.fault) faults.push(found.fault.replace(PATH, `${variable} 指定的文件（${path}）`))
    else {
      values[name] = found.text
      values[variable] = undefined
    }
  }
  return { values, faults }
}

const PATH = '{file}'

/** A fault names the path and never the text. */
function readSetting(path: string): { text?: string; fault?: string } {
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (text === '') return { fault: `${PATH}是空的` }
    if (text.length > LONGEST_CHARS || text.includes('\0')) return { fault: `${PATH}不是一个设置的内容` }
    return { text }
  } catch (error) {
    return { fault: `${PATH}读不到：${(error as NodeJS.ErrnoException).code}` }
  }
}
