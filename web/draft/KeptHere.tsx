import { MonitorSmartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { useUser } from '#web/api.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { newKey } from '#web/ui/newKey.ts'
import { draftFromBox, keepDraft } from './draft.ts'
import { goEdit } from './goEdit.ts'
import { keptDetail } from './keptDrafts.ts'

/** What this device still has of drafts that the server has lost, by their ids as an address has them: each is written on as a new one. */
export function KeptHere({ ids }: { ids: string }) {
  const owner = useUser().data?.user.id
  const kept = useKept(owner, ids)
  if (!owner || kept.length === 0) return null
  return (
    <CardList label="这台设备上还留着的草稿">
      {kept.map((capsule) => (
        <li key={capsule.id}>
          <CardRow
            small
            outlined
            start={<MonitorSmartphone size={22} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => writeOn(owner, capsule)}
          >
            <b>{capsule.long_tag}</b>
            <span className="muted">这台设备上还留着，打开后可以再保存</span>
          </CardRow>
        </li>
      ))}
    </CardList>
  )
}

function writeOn(owner: string, capsule: Detail): void {
  const draft = { ...draftFromBox(owner, capsule), key: newKey(), draft_id: '', revision: undefined }
  void keepDraft(draft)
  goEdit(draft)
}

function useKept(owner: string | undefined, ids: string): Detail[] {
  const [kept, setKept] = useState<Detail[]>([])
  useEffect(() => {
    if (!owner) return
    let gone = false
    const found = Promise.all(ids.split(',').map((id) => keptDetail(owner, id)))
    void found.then((all) => gone || setKept(all.filter((one) => one !== undefined)))
    return () => {
      gone = true
    }
  }, [owner, ids])
  return kept
}
