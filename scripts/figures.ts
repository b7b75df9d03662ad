// `npm run figures`: the state of the code – imports between rooms, circles, values repeated in many places, sizes.
// `npm run figures -- REF` shows another commit, for comparing; `-- tests` shows the cost of the last test runs.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { bareAddresses, bareStates, importsOf, roomOf, type Source } from '#test/borders.ts'
import { costTable, keptCosts } from '#test/costs.ts'
import { heightOf } from '#test/wings.ts'

type Graph = Map<string, Map<string, number>>

/** Counted by the scanners that keep these faults from coming back. */
const COUNTED: Record<string, (sources: Source[]) => string[]> = {
  'addresses of pages written out': bareAddresses,
  'states and forms written as numbers': bareStates,
  'lists of what a call makes stale': (all) => all.flatMap(({ text }) => text.match(/invalidates:/g) ?? []),
}
/** Files that grew before and must not grow again. */
const WATCHED = [
  /^contract\/(calls|capsule)\.ts$/,
  /^web\/(client\/api|app\/routes)\.tsx?$/,
  /\/(Maker|Forecaster|Writer|DiaryWriter)\.tsx$/,
]

const ref = process.argv[2]
if (ref === 'tests') {
  console.log(costTable(keptCosts()))
  process.exit()
}
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 })
const names = (ref ? git('ls-tree', '-r', '--name-only', ref) : git('ls-files')).split('\n')
const sources: Source[] = names
  .filter((path) => /^(contract|server|web)\/.*\.tsx?$/.test(path) && !/\.(test|fixture|d)\.tsx?$/.test(path))
  .map((path) => ({ path, text: ref ? git('show', `${ref}:${path}`) : readFileSync(path, 'utf8') }))

for (const root of ['server', 'web'] as const) tellRooms(root)
for (const [name, found] of Object.entries(COUNTED)) console.log(`${name}: ${found(sources).length}`)
for (const { path, text } of sources.filter(({ path }) => WATCHED.some((name) => name.test(path)))) {
  const exported = [...text.matchAll(/^export /gm)].length
  console.log(`${path}: ${text.split('\n').length - 1} lines, ${exported} exports, ${importersOf(path)} importers`)
}

function tellRooms(root: 'server' | 'web'): void {
  const graph = arrowsOf(root)
  const all = [...graph].flatMap(([from, targets]) => [...targets].map(([to, count]) => ({ from, to, count })))
  const up = inRoot(root).flatMap((source) => upFrom(root, source))
  const circles = circlesOf(graph)
  console.log(`${root}: ${boxesOf(root).length} boxes at the top${listed(boxesOf(root))}`)
  console.log(`${root}: ${graph.size} rooms, ${all.length} arrows between them, ${sum(all)} imports`)
  console.log(`${root}: ${up.length} imports that lead up${listed(up)}`)
  console.log(`${root}: ${circles.flat().length} rooms in a circle${listed(circles.map((rooms) => rooms.join(' ')))}`)
}

function inRoot(root: string): Source[] {
  return sources.filter(({ path }) => path.startsWith(`${root}/`))
}

function boxesOf(root: string): string[] {
  return [...new Set(inRoot(root).map(({ path }) => path.split('/')[1]!))]
}

function upFrom(root: string, source: Source): string[] {
  const targets = importsOf(source).filter((target) => target.startsWith(`${root}/`) && heightOf(target) !== -1)
  return targets
    .filter((target) => heightOf(source.path) !== -1 && heightOf(target) > heightOf(source.path))
    .map((target) => `${source.path} → ${target}`)
}

function sum(arrows: { count: number }[]): number {
  return arrows.reduce((total, { count }) => total + count, 0)
}

function listed(texts: string[]): string {
  return texts.length > 0 ? ` (${texts.join(', ')})` : ''
}

/** How often a room imports from another; files that everybody may use are left out. */
function arrowsOf(root: string): Graph {
  const graph: Graph = new Map()
  for (const source of sources) {
    const from = roomOf(source.path)
    if (!from || !source.path.startsWith(`${root}/`)) continue
    const targets = graph.get(from) ?? new Map<string, number>()
    graph.set(from, targets)
    for (const target of importsOf(source)) {
      const to = target.startsWith(`${root}/`) ? roomOf(target) : undefined
      if (to && to !== from && to !== 'ui') targets.set(to, (targets.get(to) ?? 0) + 1)
    }
  }
  return graph
}

/** The rooms that reach one another, group by group. */
function circlesOf(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((room) => [room, reachedFrom(graph, room)]))
  const groups = [...graph.keys()].map((room) => [...graph.keys()].filter((other) => mutual(reached, room, other)))
  return groups.filter((group, index) => group.length > 0 && group[0] === [...graph.keys()][index])
}

function mutual(reached: Map<string, Set<string>>, one: string, other: string): boolean {
  return reached.get(one)!.has(other) && reached.get(other)?.has(one) === true
}

function reachedFrom(graph: Graph, room: string): Set<string> {
  const found = new Set<string>()
  const ahead = [room]
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    for (const next of graph.get(at)?.keys() ?? []) {
      if (found.has(next)) continue
      found.add(next)
      ahead.push(next)
    }
  }
  return found
}

function importersOf(path: string): number {
  return sources.filter((source) => importsOf(source).includes(path)).length
}
