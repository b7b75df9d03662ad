// Whose data is it? Any tool that fills, changes or wipes a database or a folder named to it asks here first: tests, the
// bench, scripts. Only data that such a tool has made itself counts; plain JavaScript, so that each of them can ask.
import { existsSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

const DATABASE = /^capsule_(test_[0-9a-f]{32}(_copy)?|bench_\d+_\w+)$/
const FOLDER = /^capsule-/
const MARKER = 'made-by-a-tool-of-the-tests'

/** A new folder of a tool's own, marked by a file in it; everything below is its own as well. */
export function makeFolder(purpose) {
  const folder = mkdtempSync(join(tmpdir(), `capsule-${purpose}-`))
  writeFileSync(join(folder, MARKER), '')
  return folder
}

/** Why this data must not be touched, in a sentence; undefined when a tool has made it. A database goes before a folder. */
export function whyNotOurs({ dataDir, databaseUrl }) {
  if (databaseUrl) {
    const name = new URL(databaseUrl).pathname.slice(1)
    return DATABASE.test(name) ? undefined : `数据库 ${name} 不是测试工具自己建的，拒绝改动。`
  }
  return isOwn(dataDir) ? undefined : `文件夹 ${dataDir} 不是测试工具自己建的，拒绝改动。`
}

export function refuseUnlessOurs(place) {
  const why = whyNotOurs(place)
  if (why) throw new Error(why)
}

/** Whether the folder's real place, links followed, lies in one of a tool's own. */
function isOwn(dataDir) {
  let path = resolve(dataDir)
  while (!existsSync(path)) path = dirname(path)
  for (path = realpathSync(path); path !== dirname(path); path = dirname(path))
    if (FOLDER.test(basename(path)) && existsSync(join(path, MARKER))) return true
  return false
}
