import { spawnSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Of, bytesOfBase64 } from '#contract/bytes.ts'
import { receiptProofText } from '#contract/receiptProof.ts'
import { verifierKeyText } from '#contract/signedNote.ts'
import { logKey, proofTools, signCheckpoint } from '#server/upkeep/receipts/sign.ts'
import { consistencyPath, inclusionPath, rootOf } from '#server/upkeep/receipts/tree.ts'
import { rounds } from '#test/thorough.ts'
import { type Case, holds, VECTORS } from './judge.ts'
import { dataOf, growTo, leafOf, type Stored, treeIn } from './tree.ts'

const ORIGIN = 'capsule.example/log'
/** The private key in the vectors, before which an encoding of Ed25519 has these bytes (RFC 8410). */
const encoded = Buffer.from(`302e020100300506032b657004220420${VECTORS.seed}`, 'hex')
const privateKey = createPrivateKey({ key: encoded, format: 'der', type: 'pkcs8' })

it.each(VECTORS.cases.map((one) => [`${one.what}, ${one.name}`, one] as const))(
  'Go and we judge alike: %s',
  (_, one) => {
    expect(holds(proofTools, one)).toBe(one.holds)
  },
)

it('our key, checkpoint and receipt are to the letter those that Go has made', async () => {
  expect(verifierKeyText(logKey(ORIGIN, privateKey))).toBe(VECTORS.key)
  const whole = VECTORS.cases.filter(({ name }) => name === 'whole')
  const texts = whole.flatMap((one) => (one.what === 'receipt' ? [one.text] : []))
  const made = await receiptOf({ size: 600, index: 137, seconds: 1_795_622_400 })
  expect(texts[0]).toBe(made)
})

const stored: Stored = new Map()
const LARGEST = 600
const grown = growAll()
async function growAll() {
  for (let size = 0; size < LARGEST; size++) await growTo(stored, size, size + 1)
}

async function receiptOf({ size, index, seconds }: { size: number; index: number; seconds: number }) {
  await grown
  const tree = treeIn(stored, size)
  const note = signCheckpoint({ origin: ORIGIN, size, root: await rootOf(tree), seconds }, privateKey)
  return receiptProofText({ index, path: await inclusionPath(tree, index), note })
}

async function inclusionOf(size: number, index: number): Promise<Case> {
  const tree = treeIn(stored, size)
  const path = (await inclusionPath(tree, index)).map(base64Of)
  const root = base64Of(await rootOf(tree))
  return { what: 'inclusion', name: 'ours', holds: true, leaf: base64Of(leafOf(index)), index, size, root, path }
}

async function consistencyOf(older: number, size: number): Promise<Case> {
  const tree = treeIn(stored, size)
  const path = (await consistencyPath(tree, older)).map(base64Of)
  const [oldRoot, root] = [await rootOf(treeIn(stored, older)), await rootOf(tree)].map(base64Of) as [string, string]
  return { what: 'consistency', name: 'ours', holds: true, older, oldRoot, size, root, path }
}

/** A proof with one bit of one of its hashes changed, or with another number. */
function damaged(one: Case, any: number): Case {
  if ('text' in one) {
    // Go lets bits behind the end of base64 be; we do not.
    const at = one.text[(any % one.text.length) + 1] === '=' ? 0 : any % one.text.length
    const text = `${one.text.slice(0, at)}${one.text[at] === 'A' ? 'B' : 'A'}${one.text.slice(at + 1)}`
    return { ...one, text, holds: false }
  }
  if (any % 3 === 0 || one.path.length === 0) return { ...one, root: bent(one.root, any), holds: false }
  const path = one.path.map((hash, at) => (at === any % one.path.length ? bent(hash, any) : hash))
  return { ...one, path, holds: false }
}

function bent(hash: string, any: number): string {
  const bytes = bytesOfBase64(hash)!
  bytes[any % bytes.length]! ^= 1 << (any % 8)
  return base64Of(bytes)
}

const found = [resolve('.cache/gosumdb/oracle')].find((file) => existsSync(file))
if (!found) console.warn('\n*** RECEIPTS ARE NOT CHECKED BY GO: bash scripts/gosumdb.sh ***\n')

describe.skipIf(!found)('Go, asked now', { timeout: 120_000 }, () => {
  const places = fc.tuple(fc.integer({ min: 1, max: LARGEST }), fc.nat(), fc.nat())

  it('takes every proof of ours, and refuses the damaged ones as we do', async () => {
    await grown
    const cases: Case[] = []
    for (const [size, one, any] of fc.sample(places, { numRuns: rounds(2_000), seed: 46 })) {
      const index = one % size
      const text = await receiptOf({ size, index, seconds: 1_700_000_000 + any })
      const receipt = { what: 'receipt', name: 'ours', holds: true, text, data: dataOf(index).toString('hex') } as const
      const whole = [await inclusionOf(size, index), await consistencyOf(1 + index, size), receipt]
      cases.push(...whole, ...whole.map((of) => damaged(of, any)))
    }
    const ours = cases.map((one) => holds(proofTools, one))
    const asked = JSON.stringify(cases.map((one) => ({ ...one, key: VECTORS.key })))
    const { stdout, status } = spawnSync(found!, ['judge'], { input: asked, encoding: 'utf8', maxBuffer: 2 ** 26 })
    expect(status).toBe(0)
    expect(ours).toEqual(cases.map((one) => one.holds))
    expect(JSON.parse(stdout)).toEqual(ours)
  })

  it('makes the vectors that are checked in', () => {
    const { stdout } = spawnSync(found!, ['make'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    const { cases, ...rest } = VECTORS
    expect(JSON.parse(stdout)).toEqual({ ...rest, cases })
  })
})
