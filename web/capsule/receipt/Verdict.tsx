import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Judged } from '#contract/judgeOpened.ts'
import type { OpenedCapsule } from '#contract/openedCapsule.ts'
import type { ReceiptFault } from '#contract/receiptProof.ts'
import { Card } from '#web/ui/Card.tsx'
import { partName } from './partName.ts'
import { shortKeys } from './useKeys.ts'
import styles from './Verify.module.css'
import { dayOf, FAULT, FILE_STATE, headOf, lateText } from './verdictText.ts'

type Props = { verdict: Judged | ReceiptFault; opened: OpenedCapsule; keys: readonly string[]; children?: ReactNode }

/** Since when a capsule is as it was sealed, large, and everything that has to be said beside it. */
export function Verdict({ verdict, opened, keys, children }: Props) {
  const isFault = typeof verdict === 'string'
  const wrong = isFault || verdict.differing.length > 0
  const Icon = wrong ? CircleAlert : CircleCheck
  const { title } = opened.parts
  return (
    <Card as="section" className={styles.verdict} aria-label="验证结果" data-wrong={wrong || undefined}>
      {typeof title === 'string' && <p className={styles.title}>{title}</p>}
      <div role="status">
        <h2>
          <Icon size={28} strokeWidth={1.75} aria-hidden="true" />
          {isFault ? FAULT[verdict].head : headOf(verdict)}
        </h2>
      </div>
      {isFault ? <p>{FAULT[verdict].why}</p> : <Findings judged={verdict} opened={opened} keys={keys} />}
      {children}
    </Card>
  )
}

type FindingsProps = { judged: Judged; opened: OpenedCapsule; keys: readonly string[] }

function Findings({ judged, opened, keys }: FindingsProps) {
  const { differing, isLate, unseen, files, strays, checkpoint } = judged
  const { statement, parts } = opened
  const among = [...new Set([...Object.keys(statement.parts), ...Object.keys(parts)])]
  const name = (part: string) => partName(part, among, statement.type) + fileNameIn(parts[part])
  const cannotTell = files.some(({ state }) => state === 'ownersAlone')
  return (
    <>
      {isLate && <p>{lateText(judged, statement.sealed_at)}</p>}
      <Part title="和封存时不同" lines={differing.map(name)} />
      <Part title="文件" lines={files.map(({ part, state }) => `${name(part)}：${FILE_STATE[state]}`)} />
      <Part title="没有核对，只有本人能看到" lines={unseen.map(name)} />
      <Part title={cannotTell ? '对不了的文件，这里没有原件的校验值' : '不是这枚胶囊里的原件'} lines={strays} />
      <p className={styles.key}>
        {dayOf(checkpoint.seconds * 1000)}记入 {checkpoint.origin}，验证密钥 {shortKeys(keys, checkpoint.origin)}
      </p>
    </>
  )
}

const Part = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length > 0 && (
    <div>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )

function fileNameIn(value: unknown): string {
  const { name } = (value && typeof value === 'object' ? value : {}) as { name?: unknown }
  return typeof name === 'string' && name ? `（${name}）` : ''
}
