import { setImmediate } from 'node:timers/promises'
import { receiptProofText } from '#contract/receiptProof.ts'
import type { Db } from '#server/platform/db/db.ts'
import { firstCheckpoints, type LeafPlace } from './checkpoints.ts'
import { readKept } from './keptTiles.ts'
import type { ReadTile } from './tiles.ts'
import { inclusionPath } from './tree.ts'

/**
 * The proof of each of these leaves, by the first checkpoint that has it; undefined until one is published. `by`: as it was at that
 * moment. Checkpoints are asked for in one statement and each tile once, and other work has its turn after each proof.
 */
export async function proofsOf(db: Db, leaves: readonly LeafPlace[], by?: string): Promise<(string | undefined)[]> {
  const isWaiting = leaves.every(({ leaf }) => leaf === null)
  const checkpoints = isWaiting ? [] : await firstCheckpoints(db, leaves, by)
  const tilesOf = readOnce(db)
  const proofs: (string | undefined)[] = []
  for (const [at, { log, leaf }] of leaves.entries()) {
    const first = checkpoints[at]
    if (!first || log === null || leaf === null) {
      proofs.push(undefined)
      continue
    }
    const path = await inclusionPath({ size: first.size, readTile: tilesOf(log) }, leaf)
    proofs.push(receiptProofText({ index: leaf, path, note: first.note }))
    await setImmediate()
  }
  return proofs
}

/** A kept tile is never narrower than a checkpoint that was read before asks for. */
function readOnce(db: Db): (log: number) => ReadTile {
  const tiles = new Map<string, Promise<Uint8Array>>()
  return (log) => (tile) => {
    const at = `${log}/${tile.level}/${tile.index}`
    const reading = tiles.get(at) ?? readKept(db, log)(tile)
    tiles.set(at, reading)
    return reading
  }
}
