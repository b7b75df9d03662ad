import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '#contract/calls.ts'
import { IMPORT_UNDO_DAYS } from '#contract/limits.ts'
import { momentText } from '#contract/time.ts'
import { call, toastError, useCall } from '#web/client/api.ts'
import { makeStale } from '#web/client/stale.ts'
import { CallError } from '#web/client/transport.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { countText } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from './MoveIn.module.css'
import { nameOf } from './sources.ts'

type Import = Output<'imports'>['list'][number]

/** The imports of the last days, each of which can be undone as one. */
export function Imports() {
  const { data } = useCall('imports', {})
  const { undoing, askAndUndo } = useUndo()
  const list = data?.list.filter(({ undone, written }) => !undone || written > 0) ?? []
  if (list.length === 0) return null
  return (
    <section className={styles.imports}>
      <h2>最近 {IMPORT_UNDO_DAYS} 天搬来的</h2>
      <CardList label="最近搬来的">
        {list.map((one) => (
          <li key={one.batch_id}>
            <ImportRow one={one} busy={undoing === one.batch_id} onUndo={() => void askAndUndo(one)} />
          </li>
        ))}
      </CardList>
    </section>
  )
}

type RowProps = { one: Import; busy: boolean; onUndo: () => void }

function ImportRow({ one: { source, written, created_at, undone }, busy, onUndo }: RowProps) {
  const name = nameOf(source)
  return (
    <CardRow
      small
      end={
        undone ? undefined : (
          <Button kind="quiet" busy={busy} label={`撤销从${name}搬来的 ${written} 篇`} onClick={onUndo}>
            撤销
          </Button>
        )
      }
    >
      <b>{name}</b>
      <span className="muted">
        {momentText(created_at)} · {undone ? `已撤销，留下 ${countText(written)} 篇` : `${countText(written)} 篇`}
      </span>
    </CardRow>
  )
}

/** Undoes an import after a question, by as many calls as it takes, and says what has become of it. */
function useUndo() {
  const client = useQueryClient()
  const [undoing, setUndoing] = useState<string>()

  async function askAndUndo({ batch_id, written }: Import): Promise<void> {
    const text = `这次搬来的 ${countText(written)} 篇会被删除，你改过的会留下。`
    if (!(await confirm({ title: '撤销这次搬家', text, ok: '撤销', danger: true }))) return
    setUndoing(batch_id)
    try {
      toast(saidOf(await undoAll(batch_id)))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toastError(error)
    } finally {
      setUndoing(undefined)
      makeStale(client, 'undoImport')
    }
  }

  return { undoing, askAndUndo }
}

type Undone = { removed: number; kept: number }

/** A large one goes in several calls; one that takes nothing away is the last. */
async function undoAll(batch_id: string): Promise<Undone> {
  let all = 0
  for (;;) {
    const { removed, kept, left } = await call('undoImport', { batch_id })
    all += removed
    if (left === 0 || removed === 0) return { removed: all, kept }
  }
}

const saidOf = ({ removed, kept }: Undone): string =>
  `撤回 ${countText(removed)} 篇${kept > 0 ? `，留下 ${countText(kept)} 篇改过的` : ''}`
