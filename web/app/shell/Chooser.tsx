import { Images, PenLine } from 'lucide-react'
import { useEffect } from 'react'
import { TYPE } from '#contract/capsule.ts'
import type { PageQuery } from '#contract/pages.ts'
import { useUser } from '#web/client/api.ts'
import { dropStrangersDraft } from '#web/draft/current/draft.ts'
import { dropStrangersFiles } from '#web/draft/current/files.ts'
import { useAfford } from '#web/shop/wallet/useAfford.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { go } from '#web/ui/location.ts'
import { Sheet } from '#web/ui/Sheet.tsx'
import styles from './Chooser.module.css'

/** The kinds of capsule that can be made. */
const FORMS = [
  {
    name: '文字胶囊',
    hint: '写下此刻，交给未来的自己',
    icon: PenLine,
    page: 'textCapsule',
    query: { type: String(TYPE.time) },
  },
  {
    name: '图文胶囊',
    hint: '收好照片、视频和文件，留给以后重逢',
    icon: Images,
    page: 'graphicCapsule',
    query: {},
  },
] as const

export function ChooserSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="制作时光胶囊">
      <Forms onChosen={() => onOpenChange(false)} />
    </Sheet>
  )
}

/** `query`: what the editors are told besides. */
export function Forms({ onChosen, query }: { onChosen?: () => void; query?: PageQuery }) {
  const afford = useAfford('time')
  const userId = useUser().data?.user.id

  useEffect(() => {
    dropStrangersDraft(userId)
    dropStrangersFiles(userId)
  }, [userId])

  async function choose(form: (typeof FORMS)[number]) {
    if (!(await afford())) return
    onChosen?.()
    go(form.page, { ...form.query, ...query })
  }

  return (
    <CardList>
      {FORMS.map((form) => (
        <li key={form.name}>
          <CardRow
            small
            outlined
            start={
              <span className={styles.icon}>
                <form.icon aria-hidden strokeWidth={1.75} />
              </span>
            }
            onClick={() => void choose(form)}
          >
            <b>{form.name}</b>
            <span className="muted">{form.hint}</span>
          </CardRow>
        </li>
      ))}
    </CardList>
  )
}
