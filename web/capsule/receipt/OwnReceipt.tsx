import type { Detail } from '#contract/capsule.ts'
import { href } from '#contract/pages.ts'
import type { Receipt } from '#contract/receipt.ts'
import { longDayText } from '#contract/time.ts'
import { VERIFY_TITLE } from '#contract/verifying.ts'
import { canSave, save } from '#web/client/saveFile.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { go } from '#web/ui/location.ts'
import { canShareFile, shareFile } from '#web/ui/shareFile.ts'
import { openedOf } from './openedOf.ts'
import styles from './Receipt.module.css'
import { receiptDay } from './receiptDay.ts'
import { textFile } from './textFile.ts'
import { useReceipt } from './useReceipt.ts'

/** 封存凭证 of one's own capsule, quietly, with the ways to keep it; nothing where it was sealed without one. */
export function OwnReceipt({ capsule }: { capsule: Detail }) {
  const { data } = useReceipt(capsule.id)
  if (!data) return null
  const isSealed = !capsule.capsule_content
  return (
    <section className={styles.receipt} aria-label="封存凭证" data-sealed={isSealed || undefined}>
      <h3>封存凭证</h3>
      {data.proof ? (
        <Made capsule={capsule} receipt={data} proof={data.proof} />
      ) : (
        <p className="muted" role="status">
          凭证生成中，一分钟内就好
        </p>
      )}
    </section>
  )
}

type MadeProps = { capsule: Detail; receipt: Receipt; proof: string }

function Made({ capsule, receipt, proof }: MadeProps) {
  const day = receiptDay(proof)
  const { id, long_tag: title } = capsule
  const file = textFile(proof, { kind: '凭证', title, day, ending: 'txt' })
  const opened = openedOf(capsule, receipt)
  const asFile = opened && textFile(JSON.stringify(opened, null, 2), { kind: '胶囊', title, day, ending: 'json' })
  return (
    <>
      <p className="muted" role="status">
        凭证已生成 · {longDayText(day)}
      </p>
      <div className={styles.ways}>
        {canSave() && (
          <Button kind="secondary" onClick={() => save(file)}>
            保存凭证
          </Button>
        )}
        {canShareFile(file) && (
          <Button kind="secondary" onClick={() => void shareFile(file, '分享失败，请保存后发送')}>
            分享凭证
          </Button>
        )}
        {asFile && canSave() && (
          <Button kind="secondary" onClick={() => save(asFile)}>
            保存可核对的胶囊
          </Button>
        )}
        {opened && (
          <ButtonLink kind="quiet" to={href('verify', { id })} onPress={() => go('verify', { id })}>
            {VERIFY_TITLE}
          </ButtonLink>
        )}
      </div>
    </>
  )
}
