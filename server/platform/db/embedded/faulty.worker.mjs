// The engine's worker on a bad disk, for the tests: what goes wrong is told by files in the folder ENGINE_FAULTS.
//   fail-sync   every fsync fails with EIO
//   fail-write  every write fails with ENOSPC
//   synced/     is kept as the copy of the data folder that a power cut would leave: only what was synced
import fs from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { workerData } from 'node:worker_threads'

const faults = process.env.ENGINE_FAULTS
const synced = join(faults, 'synced')
const keepsSynced = fs.existsSync(synced)
const paths = new Map()
const { openSync, fsyncSync, writeSync, existsSync } = fs

fs.openSync = (path, ...rest) => {
  const fd = openSync(path, ...rest)
  paths.set(fd, path)
  return fd
}

fs.writeSync = (fd, ...rest) => {
  if (existsSync(join(faults, 'fail-write'))) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
  return writeSync(fd, ...rest)
}

fs.fsyncSync = (fd) => {
  if (existsSync(join(faults, 'fail-sync'))) throw Object.assign(new Error('the disk is broken'), { code: 'EIO' })
  fsyncSync(fd)
  if (keepsSynced) keep(fd)
}

/** A synced file survives with its content; a synced folder survives with the names of its files. */
function keep(fd) {
  const path = paths.get(fd)
  const copy = join(synced, relative(workerData.dataDir, path))
  if (!fs.fstatSync(fd).isDirectory()) {
    fs.mkdirSync(dirname(copy), { recursive: true })
    fs.writeFileSync(copy, fs.readFileSync(existsSync(path) ? path : `/proc/self/fd/${fd}`))
    return
  }
  fs.mkdirSync(copy, { recursive: true })
  for (const name of fs.readdirSync(path)) keepName(join(path, name), join(copy, name))
  for (const name of fs.readdirSync(copy)) {
    if (!existsSync(join(path, name))) fs.rmSync(join(copy, basename(name)), { recursive: true })
  }
}

function keepName(path, copy) {
  if (existsSync(copy)) return
  if (fs.statSync(path).isDirectory()) fs.mkdirSync(copy)
  else fs.writeFileSync(copy, '')
}

await import('../../../../dist/server/platform/db/embedded/worker.js')
