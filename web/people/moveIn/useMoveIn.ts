import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { SIGN_IN_OVER } from '#contract/codes.ts'
import type { ImportSource } from '#contract/importSource.ts'
import { call } from '#web/client/api.ts'
import { makeStale } from '#web/client/stale.ts'
import { CallError } from '#web/client/transport.ts'
import { UploadError } from '#web/client/upload/upload.ts'
import { personHere } from '#web/people/account/forgetPerson.ts'
import { dropNote, keepNote } from './note.ts'
import { type LeftOut, NotReadable } from './parsed.ts'
import { type Ahead, lookAhead } from './reading/lookAhead.ts'
import { openReader, type Reader } from './reading/openReader.ts'
import { moveEntries } from './sending/moveEntries.ts'
import { batchIdOf } from './sending/names.ts'

type Read = { reader: Reader; ahead: Ahead; name: string }

export type Sending = {
  all: number
  /** Ready to be sent, or left out. */
  ready: number
  written: number
  leftOut: readonly LeftOut[]
  /** Resting, as the person wished. */
  paused: boolean
  /** Why it waits. */
  waiting?: string
  /** Why it has stopped. */
  failed?: string
}

/** `wordsAlone`: files stay behind, as the person chose where there is no room for them. */
type Way = { wordsAlone?: boolean }
/** Of the same import, that has stopped on its way. */
type Before = Pick<Sending, 'written' | 'leftOut'>

export type Stage =
  | { at: 'choosing'; failed?: string }
  | { at: 'reading'; source: ImportSource; done: number; all: number }
  | ({ at: 'preview' } & Read)
  | ({ at: 'sending' } & Read & Way & Sending)
  | ({ at: 'done' } & Read & Sending)

const UNKNOWN = '出了点问题，请再试一次'
const whyStopped = (error: unknown): string =>
  error instanceof CallError || error instanceof UploadError || error instanceof NotReadable ? error.message : UNKNOWN

/** The name of what was chosen: a folder, or the first of its files. */
function chosenName([first]: File[]): string {
  const { name, webkitRelativePath } = first as { name: string; webkitRelativePath?: string }
  return webkitRelativePath?.split('/')[0] || name
}

/** The steps of moving in, each begun by the person: choosing, the preview, the sending. Leaving the page ends them. */
export function useMoveIn() {
  const client = useQueryClient()
  const [stage, setStage] = useState<Stage>({ at: 'choosing' })
  const stop = useRef<AbortController>(undefined)
  const rest = useRef<{ over: Promise<void>; goOn: () => void }>(undefined)
  useEffect(
    () => () => {
      stop.current?.abort()
      rest.current?.goOn()
    },
    [],
  )

  function chooseAnew(failed?: string): void {
    stop.current?.abort()
    setStage({ at: 'choosing', failed })
  }

  async function choose(source: ImportSource, files: File[]): Promise<void> {
    stop.current?.abort()
    const own = new AbortController()
    stop.current = own
    const { signal } = own
    const onProgress = (done: number, all: number) => setStage({ at: 'reading', source, done, all })
    onProgress(0, 0)
    try {
      const reader = await openReader(source, files, { onProgress, signal })
      // All of it is read: how long the look takes, nobody knows.
      onProgress(0, 0)
      const ahead = await lookAhead(reader.outline, { signal })
      if (ahead.places.length === 0) dropNote()
      setStage({ at: 'preview', reader, ahead, name: chosenName(files) })
    } catch (error) {
      if (!signal.aborted) chooseAnew(whyStopped(error))
    }
  }

  /** Changes what is shown of the sending, as long as it is shown. */
  const show = (change: (old: Sending) => Partial<Sending>) =>
    setStage((old) => (old.at === 'sending' ? { ...old, ...change(old) } : old))

  async function start({ reader, ahead, name, wordsAlone }: Read & Way, before?: Before): Promise<void> {
    const { signal } = stop.current!
    const { places } = ahead
    const { outline } = reader
    let { written, leftOut } = before ?? { written: 0, leftOut: [] }
    const all = written + places.length
    const note = () => keepNote({ owner: personHere() ?? '', source: outline.source, name, done: written, all })
    setStage({ at: 'sending', reader, ahead, name, wordsAlone, all, ready: written, written, leftOut, paused: false })
    note()
    try {
      const { list } = await call('imports', {}, { signal })
      const batchId = batchIdOf({
        source: outline.source,
        ids: outline.entries.map((entry) => entry.source_id),
        imports: list,
      })
      await moveEntries({
        ...{ reader, batchId, places, signal, wordsAlone },
        untilWanted: async () => {
          await rest.current?.over
          signal.throwIfAborted()
        },
        onWaiting: (waiting) => show(() => ({ waiting })),
        onReady: () => show(({ ready }) => ({ ready: ready + 1 })),
        onWritten: (count) => {
          written += count
          note()
          show(() => ({ written }))
        },
        onLeftOut: (left) => {
          leftOut = [...leftOut.filter(({ name, why }) => name !== left.name || why !== left.why), left]
          show(() => ({ leftOut }))
        },
      })
      dropNote()
      reader.close()
      setStage((old) => (old.at === 'sending' ? { ...old, at: 'done' } : old))
    } catch (error) {
      // Where the sign-in is over, that is told already.
      const isOver = error instanceof CallError && SIGN_IN_OVER.includes(error.code)
      if (!signal.aborted && !isOver) show(() => ({ failed: whyStopped(error) }))
    } finally {
      makeStale(client, 'importDiaries')
    }
  }

  /** Goes on with one that has stopped; what has come meanwhile is known. */
  async function startAgain({ reader, name, wordsAlone, written, leftOut }: Read & Way & Sending): Promise<void> {
    const { signal } = stop.current!
    show(() => ({ failed: undefined }))
    try {
      const ahead = await lookAhead(reader.outline, { signal })
      await start({ reader, name, wordsAlone, ahead }, { written, leftOut })
    } catch (error) {
      if (!signal.aborted) show(() => ({ failed: whyStopped(error) }))
    }
  }

  function pause(): void {
    let goOn = () => {}
    const over = new Promise<void>((resolve) => (goOn = resolve))
    rest.current = { over, goOn }
    show(() => ({ paused: true }))
  }

  function goOn(): void {
    rest.current?.goOn()
    rest.current = undefined
    show(() => ({ paused: false }))
  }

  return { stage, choose, chooseAnew: () => chooseAnew(), start, startAgain, pause, goOn }
}
