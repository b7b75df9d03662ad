import { hexOf } from '#contract/bytes.ts'
import { sha256 } from '#server/core/sha256.ts'
import type { PaperSecret } from '#server/platform/keys/sheets.ts'

const FINGERPRINT_CHARS = 16

/** The seed of all months. It is on three sheets of paper, and never on a server. */
export const SEED_ON_PAPER: PaperSecret = {
  kind: 2,
  name: '月钥匙种子',
  fingerprintOf: (seed) => hexOf(sha256('capsule-month-seed/v1\n', seed)).slice(0, FINGERPRINT_CHARS),
  splitting: 'npm run sunset -- keys',
  joining: 'npm run sunset -- prove（核对），产品停止之后 npm run sunset -- release（公布）',
}
