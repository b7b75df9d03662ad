import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { TYPE } from '#contract/capsule.ts'
import { TEXT } from '#contract/codes.ts'
import { DELETE_ASK } from '#contract/deleted.ts'
import { useSend, useUser } from '#web/client/api.ts'
import { forgetDraft } from '#web/draft/offline/forgetDraft.ts'
import { confirm } from '#web/ui/ask.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { backOr, here, isAt, useQueryString, useRequery } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'
import { forgetDiary } from './cachedDiary.ts'

/** Deletes the diary that is being read, after a question, and leaves it; nothing of it stays in this browser. */
export function DeleteDiary({ id }: { id: string }) {
  const owner = useUser().data?.user.id
  const { month } = useQueryString()
  const requery = useRequery()
  const sentFrom = useRef('')
  const remove = useSend('deleteDiary', { meanwhile: TEXT.deleting, onSuccess: leave })

  function leave() {
    forgetDiary(id)
    if (owner) forgetDraft(owner, { id, type: TYPE.diary })
    toast('已移到最近删除')
    // A person who has gone elsewhere meanwhile stays there.
    if (here() !== sentFrom.current) return
    // On the list's page the diary stood beside the list: only the address loses it.
    if (isAt('diaryList')) requery('diaryList', { month }, { replace: true })
    else backOr('diaryList')
  }

  async function askAndDelete() {
    const sure = await confirm({ title: '提示', text: DELETE_ASK, ok: '删除', danger: true })
    if (!sure) return
    sentFrom.current = here()
    remove.mutate({ capsule_id: id })
  }

  return (
    <IconButton
      label="删除"
      icon={Trash2}
      aria-disabled={remove.isPending || undefined}
      onClick={() => !remove.isPending && void askAndDelete()}
    />
  )
}
