import { useMemo, useState } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import type { Original } from '#contract/judgeOpened.ts'
import type { Receipt } from '#contract/receipt.ts'
import { longDayText } from '#contract/time.ts'
import { useDetail } from '#web/client/useDetail.ts'
import { LostCapsule } from '#web/ui/drawings/LostCapsule.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { CheckOriginals } from './CheckOriginals.tsx'
import { Judging } from './Judging.tsx'
import { OfFiles } from './OfFiles.tsx'
import { openedOf } from './openedOf.ts'
import { originalsOf } from './originalsOf.ts'
import { receiptDay } from './receiptDay.ts'
import { useReceipt } from './useReceipt.ts'
import { Waits } from './Waits.tsx'

/** There is nothing to see, or no receipt: a second try changes nothing. */
const ANSWERED: readonly number[] = [CODE.missing, CODE.refused, CODE.badRequest]

/** A capsule as it is shown to this person, held against its receipt; of its owner the originals too, once they ask for it. */
export function OfCapsule({ id, token }: { id: string; token: string | undefined }) {
  const { detail, may } = useDetail(id, token)
  const receipt = useReceipt(id, token)
  if (!may) return <OfFiles />
  const refused = [detail.error, receipt.error].find((error) => error && ANSWERED.includes(error.code))
  if (refused) return <Empty text={refused.message} drawing={<LostCapsule />} />
  return (
    <Loaded query={detail} skeleton={<Waits />}>
      {({ capsule, is_mine }) => (
        <Loaded query={receipt} skeleton={<Waits />}>
          {(received) => <Shown capsule={capsule} isMine={is_mine === 1} receipt={received} />}
        </Loaded>
      )}
    </Loaded>
  )
}

type ShownProps = { capsule: Detail; isMine: boolean; receipt: Receipt }

function Shown({ capsule, isMine, receipt }: ShownProps) {
  const [originals, setOriginals] = useState<readonly Original[]>([])
  const opened = useMemo(() => openedOf(capsule, receipt), [capsule, receipt])
  const { proof } = receipt
  if (!proof) return <p role="status">凭证生成中，一分钟内就好</p>
  if (!opened)
    return <p role="status">凭证已生成 · {longDayText(receiptDay(proof))}。打开以后，就可以在这里核对内容。</p>
  const sources = isMine ? originalsOf(capsule) : []
  return (
    <Judging proof={proof} opened={opened} originals={originals}>
      {sources.length > 0 && originals.length === 0 && <CheckOriginals sources={sources} onChecked={setOriginals} />}
    </Judging>
  )
}
