import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { floorOf, type Locked, strangersTo } from './engines.ts'

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'))
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
const floor = floorOf(read('package.json').engines.node)
/** The oldest Node we accept and the maintained lines of Node, each from the version that its tools accept. */
const NODES = [floor, '22.13.0', '24.0.0', '26.0.0']

describe('each package that is installed', () => {
  it.each(NODES)('says that it runs on Node %s', (node) => {
    expect(Object.keys(packages).length).toBeGreaterThan(300)
    expect(strangersTo(node, packages)).toEqual([])
  })

  it('runs on the Node that the start asks for', () => {
    const [, major, minor] = /NODE_FLOOR = \[(\d+), (\d+)\]/.exec(readFileSync('scripts/fresh.mjs', 'utf8'))!
    expect(`${major}.${minor}.0`).toBe(floor)
  })

  it.each<[string, Locked]>([
    ['node_modules/sanitize-html', { version: '2.17.7', engines: { node: '>=22.12.0' } }],
    ['node_modules/a/node_modules/cookie', { version: '2.0.2', engines: { node: '>=22' } }],
    ['node_modules/past', { version: '1.0.0', engines: { node: '^18.0.0' } }],
    ['node_modules/native', { version: '1.0.0', os: ['darwin'], cpu: ['arm64'], engines: { node: '>=21' } }],
    ['node_modules/unix', { version: '1.0.0', os: ['!win32'], engines: { node: '>=20.19.1' } }],
  ])('a planted stranger is caught: %s', (path, locked) => {
    expect(strangersTo('20.19.0', { [path]: locked })).toHaveLength(1)
  })

  it.each<[string, Locked]>([
    ['node_modules/silent', { version: '1.0.0' }],
    ['node_modules/either', { version: '1.0.0', engines: { node: '^20.19.0 || >=22.12.0' } }],
    ['node_modules/elsewhere', { version: '1.0.0', os: ['win32'], cpu: ['ia32'], engines: { node: '>=22' } }],
    ['node_modules/mainframe', { version: '1.0.0', os: ['linux'], cpu: ['s390x'], engines: { node: '>=22' } }],
  ])('what npm installs in silence is let be: %s', (path, locked) => {
    expect(strangersTo('20.19.0', { [path]: locked })).toEqual([])
  })
})
