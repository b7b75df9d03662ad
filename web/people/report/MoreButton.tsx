import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ReportKind } from '#contract/report.ts'
import { Coming } from '#web/ui/Coming.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ActionSheet } from '#web/ui/Sheet.tsx'
import { useBlock } from './useBlock.ts'

const ReportSheet = lazy(() => import('./ReportSheet.tsx').then((loaded) => ({ default: loaded.ReportSheet })))

const NOBODY = { id: '', nickname: '' }

type Props = {
  /** The thing that would be reported. */
  of: { kind: ReportKind; id: string }
  /** Whose it is; undefined of a letter, whose sender has no account to the one who received it. */
  person?: Parameters<typeof useBlock>[0]
  /** A letter that its receiver has not opened: a report ends it for them. */
  unopened?: boolean
  /** Whether the caller has blocked them already; undefined where that is not known. */
  isBlocked?: boolean
}

/** Actions on somebody, or on what they show, besides looking away: report it, block them. */
export function MoreButton({ of, person, unopened, isBlocked = false }: Props) {
  const [choosing, setChoosing] = useState(false)
  const [reporting, setReporting] = useState(false)
  const [used, setUsed] = useState(false)
  const { block, unblock } = useBlock(person ?? NOBODY)
  const report = () => {
    setUsed(true)
    setReporting(true)
  }
  const blocking = isBlocked
    ? { label: '移出黑名单', onSelect: unblock }
    : { label: of.kind === 'user' ? '拉黑' : '拉黑作者', onSelect: () => void block(), kind: 'danger' as const }
  return (
    <>
      <IconButton label="更多" icon={Ellipsis} size={24} aria-haspopup="dialog" onClick={() => setChoosing(true)} />
      <ActionSheet
        label="更多"
        open={choosing}
        onOpenChange={setChoosing}
        actions={[{ label: of.kind === 'user' ? '举报用户' : '举报', onSelect: report }, ...(person ? [blocking] : [])]}
      />
      {used && (
        <Suspense fallback={reporting && <Coming as="sheet" onBack={() => setReporting(false)} />}>
          <ReportSheet of={of} unopened={unopened} open={reporting} onOpenChange={setReporting} />
        </Suspense>
      )}
    </>
  )
}
