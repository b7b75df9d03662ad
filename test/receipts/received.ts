import { generateKeyPairSync } from 'node:crypto'
import { hexOf } from '#contract/bytes.ts'
import { commitmentOf, isForEverybody, type ReceiptFacts, saltOf, statementOf } from '#contract/commitment.ts'
import { leafHash } from '#contract/merkle.ts'
import type { OpenedCapsule } from '#contract/openedCapsule.ts'
import type { Receipt } from '#contract/receipt.ts'
import { receiptProofText } from '#contract/receiptProof.ts'
import { verifierKeyText } from '#contract/signedNote.ts'
import { parseChina } from '#contract/time.ts'
import { logKey, proofTools, signCheckpoint } from '#server/upkeep/receipts/sign.ts'

const { sha256 } = proofTools
const ORIGIN = 'capsule.test/log'
const { privateKey } = generateKeyPairSync('ed25519')
const SEED = new Uint8Array(32).fill(7)

/** The key of the log in which these receipts stand, as /log/keys names it. */
export const KEY = verifierKeyText(logKey(ORIGIN, privateKey))

type Choices = { lateSeconds?: number; isMine?: boolean }

/** The receipt of an opened capsule with these parts, the only leaf of its log, taken up so long after the sealing. */
export function received(
  facts: ReceiptFacts,
  parts: OpenedCapsule['parts'],
  { lateSeconds = 30, isMine = true }: Choices = {},
): Required<Receipt> {
  const statement = statementOf(sha256, facts, parts, SEED)
  const commitment = commitmentOf(sha256, statement)
  const root = new Uint8Array(leafHash(sha256, commitment))
  const seconds = parseChina(facts.sealed_at)!.getTime() / 1000 + lateSeconds
  const note = signCheckpoint({ origin: ORIGIN, size: 1, root, seconds }, privateKey)
  const seen = Object.keys(parts).filter((part) => isMine || isForEverybody(part))
  return {
    commitment: hexOf(commitment),
    index: 0,
    proof: receiptProofText({ index: 0, path: [], note }),
    statement,
    salts: Object.fromEntries(seen.map((part) => [part, hexOf(saltOf(sha256, SEED, part))])),
  }
}
