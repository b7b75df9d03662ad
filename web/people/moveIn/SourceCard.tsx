import { type ChangeEvent, useRef } from 'react'
import type { ImportSource } from '#contract/importSource.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './MoveIn.module.css'
import type { SourceFacts } from './sources.ts'

type Props = { facts: SourceFacts; onChoose: (source: ImportSource, files: File[]) => void }

/** A source: how one gets out of there, and the way to choose its files. */
export function SourceCard({ facts, onChoose }: Props) {
  const { source, name, icon: Icon, how, accept, folder } = facts
  const chosen = (files: File[]) => files.length > 0 && onChoose(source, files)
  return (
    <Card as="li" className={styles.source}>
      <h3>
        <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
        {name}
      </h3>
      <p>{how}</p>
      <div className={styles.ways}>
        <FileButton words="选择文件" of={name} input={{ accept }} onChosen={chosen} />
        {folder && takesFolders() && (
          <FileButton words="选择文件夹" of={name} input={{ webkitdirectory: '' }} onChosen={chosen} />
        )}
      </div>
    </Card>
  )
}

/** Telephones mostly do not. */
const takesFolders = (): boolean => 'webkitdirectory' in HTMLInputElement.prototype

type FileProps = {
  words: string
  of: string
  input: { accept?: string; webkitdirectory?: string }
  onChosen: (files: File[]) => void
}

function FileButton({ words, of, input, onChosen }: FileProps) {
  const element = useRef<HTMLInputElement>(null)
  const label = `${words}：${of}`
  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])]
    // The same file may be chosen again.
    currentTarget.value = ''
    onChosen(files)
  }
  return (
    <>
      <Button kind="secondary" label={label} onClick={() => element.current?.click()}>
        {words}
      </Button>
      <input ref={element} type="file" multiple hidden aria-label={label} {...input} onChange={take} />
    </>
  )
}
