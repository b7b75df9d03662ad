import { VERIFY_TITLE } from '#contract/verifying.ts'
import { useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { OfCapsule } from './OfCapsule.tsx'
import { OfFiles } from './OfFiles.tsx'
import { OfLine } from './OfLine.tsx'
import { Proves } from './Proves.tsx'
import styles from './Verify.module.css'

const DIGITS = /^(?:0|[1-9]\d{0,8})$/

/** 验证凭证, for anybody: of files, of a capsule that is shown here (`id`), or of a place in a log (`i`). */
export function Verify() {
  const { id, token, i, l = '1' } = useQueryString()
  return (
    <Page title={VERIFY_TITLE} back>
      <div className={styles.verify}>
        {i !== undefined ? <Line i={i} l={l} /> : id ? <OfCapsule key={id} id={id} token={token} /> : <OfFiles />}
        <Proves />
      </div>
    </Page>
  )
}

function Line({ i, l }: { i: string; l: string }) {
  if (!DIGITS.test(i) || !DIGITS.test(l) || l === '0') return <OfFiles />
  return <OfLine index={Number(i)} log={Number(l)} />
}
