import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder } from '#test/ours.mjs'
import { copyFolder } from './copyFolder.ts'

let root: string
let from: string
let to: string
beforeEach(async () => {
  root = makeFolder('copy')
  from = join(root, 'from')
  to = join(root, 'to')
  await mkdir(join(from, 'base', 'empty'), { recursive: true })
})
afterEach(() => rm(root, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFile(join(from, 'base', name), text)
const copied = (name: string) => readFile(join(to, 'base', name), 'utf8')

describe('a copy of a folder that is being written to', () => {
  it('holds what is there at the moment when nobody writes', async () => {
    for (const name of ['kept', 'changed', 'gone']) await write(name, 'before')
    await copyFolder(from, to, async (work) => {
      await write('changed', 'after!')
      await write('new', 'after!')
      await rm(join(from, 'base', 'gone'))
      await work()
    })
    expect(await Promise.all(['kept', 'changed', 'new'].map(copied))).toEqual(['before', 'after!', 'after!'])
    await expect(copied('gone')).rejects.toThrow('ENOENT')
    expect((await stat(join(to, 'base', 'empty'))).isDirectory()).toBe(true)
  })

  it('believes no time of a file that was written a moment before it was looked at', async () => {
    const path = join(from, 'base', 'changed')
    const second = Math.floor(Date.now() / 1_000)
    const writeWithin = async (text: string) => {
      await writeFile(path, text)
      await utimes(path, second, second)
    }
    await writeWithin('before')
    await copyFolder(from, to, async (work) => {
      await writeWithin('after!')
      await work()
    })
    expect(await copied('changed')).toBe('after!')
  })

  it('copies once what has not been written for a while, and leaves the owner’s own files', async () => {
    await write('old', 'before')
    await utimes(join(from, 'base', 'old'), 1, 1)
    await writeFile(join(from, 'owner.lock'), 'x')
    await copyFolder(from, to, async (work) => {
      await writeFile(join(to, 'base', 'old'), 'as it was copied')
      await work()
    })
    expect(await copied('old')).toBe('as it was copied')
    await expect(stat(join(to, 'owner.lock'))).rejects.toThrow('ENOENT')
  })
})
