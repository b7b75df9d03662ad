import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ReportKind } from '#contract/report.ts'
import { Coming } from '#web/ui/Coming.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ActionSheet } from '#web/ui/Sheet.tsx'
import { useBlock } from './useBlock.ts'

const ReportSheet = lazy(() => import('./ReportSheet.tsx').then((loaded) => ({ default: loaded.ReportSheet })))

type Props = {
  /** The thing that would be reported. */
  of: { kind: ReportKind; id: string }
  person: { id: string; nickname: string }
  /** Whether the caller has blocked them already; undefined where that is not known. */
  isBlocked?: boolean
}

/** Actions on somebody, or on what they show, besides looking away: report it, block them. */
export function MoreButton({ of, person, isBlocked = false }: Props) {
  const [choosing, setChoosing] = useState(false)
  const [reporting, setReporting] = useState(false)
  const [used, setUsed] = useState(false)
  const { block, unblock } = useBlock(person)
  const report = () => {
    setUsed(true)
    setReporting(true)
  }
  return (
    <>
      <IconButton label="更多" icon={Ellipsis} size={24} aria-haspopup="dialog" onClick={() => setChoosing(true)} />
      <ActionSheet
        label="更多"
        open={choosing}
        onOpenChange={setChoosing}
        actions={[
          { label: of.kind === 'user' ? '举报用户' : '举报', onSelect: report },
          isBlocked
            ? { label: '移出黑名单', onSelect: unblock }
            : {
                label: of.kind === 'user' ? '拉黑' : '拉黑作者',
                onSelect: () => void block(),
                kind: 'danger' as const,
              },
        ]}
      />
      {used && (
        <Suspense fallback={reporting && <Coming as="sheet" onBack={() => setReporting(false)} />}>
          <ReportSheet of={of} open={reporting} onOpenChange={setReporting} />
        </Suspense>
      )}
    </>
  )
}
