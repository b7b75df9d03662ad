/**
 * The cost of the log of receipts, for docs/decisions/receipts.md: `npx tsx --conditions=source bench/receipts.ts [leaves] [folder]`. The tiles lie
 * in the folder, as in a store; leaves are random.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { TYPE } from '#contract/capsule.ts'
import { isIncluded, leafHash } from '#contract/merkle.ts'
import { receiptProofText } from '#contract/receiptProof.ts'
import { commitTo } from '#server/capsules/capsule/commitment.ts'
import { sha256 } from '#server/core/sha256.ts'
import { signCheckpoint } from '#server/upkeep/receipts/sign.ts'
import { TILE_WIDTH, tilePath } from '#server/upkeep/receipts/tiles.ts'
import { consistencyPath, grow, inclusionPath, type Tree } from '#server/upkeep/receipts/tree.ts'

const LEAVES = Number(process.argv[2] ?? 1_000_000)
/** So many are taken up by each checkpoint. */
const AT_ONCE = 1_000
const TIMES = 300
const ROUNDS = 7

const folder = mkdtempSync(join(process.argv[3] ?? tmpdir(), 'receipts-'))
const pathIn = (path: string) => join(folder, path)
const readTile: Tree['readTile'] = async (tile) => readFileSync(pathIn(tilePath(tile)))
/** Of the processor, since other work may run beside it. */
const used = (): number => process.cpuUsage().user + process.cpuUsage().system

try {
  await measure()
} finally {
  rmSync(folder, { recursive: true })
}

async function measure(): Promise<void> {
  let growing = 0
  let size = 0
  let root: Uint8Array = sha256('')
  let one: Uint8Array = root
  while (size < LEAVES) {
    const leaves = Array.from({ length: Math.min(AT_ONCE, LEAVES - size) }, () => leafHash(sha256, randomBytes(32)))
    one = leaves[0]!
    const began = used()
    const grown = await grow({ size, readTile }, leaves)
    growing += used() - began
    for (const { tile, bytes } of grown.tiles) {
      mkdirSync(dirname(pathIn(tilePath(tile))), { recursive: true })
      writeFileSync(pathIn(tilePath(tile)), bytes)
    }
    dropOlderPartials(grown.tiles.map(({ tile }) => tilePath(tile)))
    size = grown.size
    root = grown.root
  }
  console.log(`${size} leaves, ${AT_ONCE} at once: ${(growing / size).toFixed(1)} µs a leaf`)
  console.log(
    `memory ${Math.round(process.memoryUsage().rss / 1e6)} MB, tiles ${(bytesIn(folder) / 1e6).toFixed(1)} MB`,
  )
  const tree = { size, readTile }
  await timed('inclusion', async () => inclusionPath(tree, Math.floor(Math.random() * size)))
  await timed('consistency', async () => consistencyPath(tree, 1 + Math.floor(Math.random() * size)))
  const { privateKey } = generateKeyPairSync('ed25519')
  const sign = () => signCheckpoint({ origin: 'capsule.example/log', size, root, seconds: 1_795_622_400 }, privateKey)
  await timed('checkpoint, two signatures', async () => sign())
  const index = size - AT_ONCE
  const path = await inclusionPath(tree, index)
  if (!isIncluded(sha256, { leaf: one, index, size, root, path })) throw new Error('the proof does not hold')
  console.log(`a receipt has ${Buffer.byteLength(receiptProofText({ index, path, note: sign() }))} bytes`)
  const facts = { id: '1', type: TYPE.time, sealed_at: '2026-11-26 11:04:05', open_time: '2036-11-26 00:00:00' }
  for (const characters of [210, 1_000]) {
    const content = [{ type: 0 as const, content: `<p>${'海'.repeat(characters)}</p>`, comment: '' }]
    const capsule = { type: TYPE.time, title: '信', content, send_word: '别忘了', description: '' }
    await timed(`commitment to ${characters} characters`, async () => commitTo(facts, capsule, () => null))
  }
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  for (let at = 0; at < TIMES / 10; at++) await work()
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = used()
    for (let at = 0; at < TIMES; at++) await work()
    rounds.push((used() - began) / TIMES)
  }
  rounds.sort((one, other) => one - other)
  const [least, middle, most] = [rounds[0]!, rounds[(ROUNDS - 1) / 2]!, rounds.at(-1)!].map((µs) => µs.toFixed(1))
  console.log(`${name}: ${middle} µs (${ROUNDS} rounds, ${least} to ${most})`)
}

/** A partial tile is needed until a wider one is there. */
function dropOlderPartials(fresh: string[]): void {
  for (const path of fresh) {
    const whole = path.split('.p/')[0]!
    const width = path === whole ? String(TILE_WIDTH) : path.split('.p/')[1]
    const partials = pathIn(`${whole}.p`)
    if (!existsSync(partials)) continue
    for (const name of readdirSync(partials).filter((of) => of !== width)) rmSync(join(partials, name))
  }
}

function bytesIn(place: string): number {
  const files = readdirSync(place, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
