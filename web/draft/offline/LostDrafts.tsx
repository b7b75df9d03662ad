import { MonitorSmartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { useUser } from '#web/client/api.ts'
import { draftFromBox, keepDraft } from '#web/draft/current/draft.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { newKey } from '#web/ui/newKey.ts'
import { goEdit } from './goEdit.ts'
import { lostDetail } from './offlineDrafts.ts'

/** This device's copies of drafts that the server has lost; `ids` as in the address. Each is written on as a new draft. */
export function LostDrafts({ ids }: { ids: string }) {
  const owner = useUser().data?.user.id
  const kept = useOfflineCopies(owner, ids)
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

function useOfflineCopies(owner: string | undefined, ids: string): Detail[] {
  const [kept, setKept] = useState<Detail[]>([])
  useEffect(() => {
    if (!owner) return
    let gone = false
    const found = Promise.all(ids.split(',').map((id) => lostDetail(owner, id)))
    void found.then((all) => gone || setKept(all.filter((one) => one !== undefined)))
    return () => {
      gone = true
    }
  }, [owner, ids])
  return kept
}
